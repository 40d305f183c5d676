import { Anchor, Button, Skeleton, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import cards from '../../../web/layout/part-cards.module.css';
import { useRead } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { TextLink } from '../../../web/ui/link.tsx';
import { type Agreement, agreements } from '../contract.ts';
import { AgreementDrawer } from './agreement-drawer.tsx';
import { AgreementPill, kindLabel, Lacking, periodOf } from './looks.tsx';

const MOST = 50;

function Card({ row, onOpen }: { row: Agreement; onOpen: () => void }) {
  return (
    <li className={cards.card}>
      <Anchor component="button" type="button" inherit fw={600} ta="left" onClick={onOpen}>
        {row.number}
      </Anchor>
      <AgreementPill state={row.state} />
      {row.lacks.length > 0 && (
        <span>
          <span className="visually-hidden">Le falta: </span>
          <Lacking agreement={row} />
        </span>
      )}
      <Text size="sm" className={cards.words}>
        {[kindLabel(row), row.subject, periodOf(row)].filter(Boolean).join(' · ')}
      </Text>
    </li>
  );
}

interface PartnerAgreementsProps {
  organisation: { id: string; name: string };
  mayManage: boolean;
}

/** The agreements with one partner, those that end last come first. */
export function PartnerAgreements({ organisation, mayManage }: PartnerAgreementsProps) {
  const [open, setOpen] = useState<string | null>(null);
  const query = { organisation: organisation.id, size: MOST, sort: '-endsOn' as const };
  const { data, error, refetch } = useRead(agreements.list, { query });
  const row = data?.rows.find(r => r.id === open);
  const close = () => setOpen(null);
  return (
    <section aria-labelledby="partner-agreements">
      <div className={cards.head}>
        <Title order={2} size="h4" id="partner-agreements">
          Convenios
        </Title>
        {mayManage && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setOpen('new')}
          >
            Nuevo convenio
          </Button>
        )}
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton h={72} aria-busy />}
      {data?.rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {mayManage
            ? 'Todavía no hay convenios con esta organización.'
            : 'No hay convenios que puedas ver con esta organización.'}
        </Text>
      )}
      {data && data.rows.length > 0 && (
        <ul className={cards.cards}>
          {data.rows.map(each => (
            <Card key={each.id} row={each} onOpen={() => setOpen(each.id)} />
          ))}
        </ul>
      )}
      {data && data.total > data.rows.length && (
        <TextLink size="sm" href={paths.agreements({ organisation: organisation.id })}>
          Ver los {data.total} convenios
        </TextLink>
      )}
      {open === 'new' && <AgreementDrawer row={null} organisation={organisation} mayManage onClose={close} />}
      {row && <AgreementDrawer row={row} mayManage={mayManage} onClose={close} />}
    </section>
  );
}
