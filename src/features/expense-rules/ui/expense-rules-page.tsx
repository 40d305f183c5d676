import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Settle } from '../../../web/layout/loading/settle.tsx';
import { useRead } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { LinkButton } from '../../../web/ui/link.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { listVoucherTypes } from '../contract.ts';
import classes from './expense-rules.module.css';
import { RateList } from './rate-list.tsx';
import { VoucherTypes } from './voucher-types.tsx';
import { Withholding } from './withholding.tsx';

function Part({
  id,
  title,
  text,
  children,
}: {
  id: string;
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {text}
      </Text>
      {children}
    </section>
  );
}

/** What the office says of expenses: types of voucher, what of fees is withheld, and what currencies are worth. */
export function ExpenseRulesPage() {
  const types = useRead(listVoucherTypes, {});
  return (
    <>
      <PageHeader
        title="Gastos"
        text="Con qué se rinden los gastos de los proyectos. Lo ya registrado conserva lo que regía entonces."
        actions={
          <LinkButton variant="default" href={paths.audit({ object: 'setting' })}>
            Ver qué ha cambiado
          </LinkButton>
        }
      />
      <div className={classes.columns}>
        <Part
          id="voucher-types"
          title="Tipos de comprobante"
          text="Con qué se comprueba un gasto y qué respaldos pide para rendirlo."
        >
          <VoucherTypes />
        </Part>
        <Settle isSettled={!types.isPending}>
          <Part
            id="withholding"
            title="Retención de honorarios"
            text="Rige según el año de emisión, hasta el siguiente año de la tabla."
          >
            <Withholding />
          </Part>
        </Settle>
      </div>
      <Part
        id="rates"
        title="Valores diarios"
        text="En pesos. La UF tiene un valor cada día; el dólar observado, cada día hábil: los demás valen lo del día hábil anterior."
      >
        <RateList />
      </Part>
    </>
  );
}
