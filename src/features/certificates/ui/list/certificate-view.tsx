import { Anchor, Button, CopyButton, Group } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { type CertificateContent, isValid } from '../../../../domain/certificates/certificates.ts';
import { showCode } from '../../../../domain/certificates/codes.ts';
import { paths } from '../../../../web/routing/paths.ts';
import { Fact, Facts } from '../../../../web/ui/facts/facts.tsx';
import { DateTime } from '../../../../web/ui/format.tsx';
import { TextLink } from '../../../../web/ui/link.tsx';
import type { Certificate } from '../../contract.ts';
import classes from '../certificates.module.css';
import { CertificatePill } from '../looks.tsx';

/** What it certifies, in the order in which it is printed. */
export const CertificateSheet = ({ content }: { content: CertificateContent }) => (
  <section className={classes.sheet} aria-label="Lo que certifica">
    <h3>{content.title}</h3>
    <p>
      <span className={classes.name}>{content.name}</span>
      {content.document && <>, {content.document},</>} {content.statement}
    </p>
    <Facts>
      {content.lines.map(({ label, value }) => (
        <Fact key={label} name={label}>
          {value}
        </Fact>
      ))}
      <Fact name="Firma">
        {[content.signer, content.position].filter(Boolean).join(', ') || 'Sin persona que firme'}
      </Fact>
    </Facts>
  </section>
);

interface Props {
  certificate: Certificate;
}

/** Where it is taken from; nothing is handed out of one that is not valid. */
export function CertificateLinks({ certificate: { state, publicUrl, badgeUrl } }: Props) {
  return (
    <Group gap="xs">
      {isValid(state) && (
        <>
          <OutButton href={`${publicUrl}/pdf`} icon>
            Descargar PDF
          </OutButton>
          {badgeUrl && <OutButton href={badgeUrl}>Open Badge</OutButton>}
        </>
      )}
      <Anchor href={publicUrl} target="_blank" rel="noreferrer" size="sm">
        Ver página pública
      </Anchor>
    </Group>
  );
}

const OutButton = ({ href, icon, children }: { href: string; icon?: boolean; children: string }) => (
  <Button
    component="a"
    href={href}
    target="_blank"
    rel="noreferrer"
    variant={icon ? 'filled' : 'default'}
    leftSection={icon && <IconDownload size={16} aria-hidden />}
  >
    {children}
  </Button>
);

/** What became of it, who issued it, and how it is found again. */
export function CertificateFacts({ certificate: c }: Props) {
  return (
    <Facts>
      <Fact name="Estado">
        <CertificatePill state={c.state} />
      </Fact>
      <Standing certificate={c} />
      <Fact name="Emitido">
        <DateTime value={c.issuedAt} withTime />
        {c.issuedBy === null ? ', automáticamente' : `, por ${c.issuedBy}`}
      </Fact>
      <Fact name="Folio">{c.folio}</Fact>
      <Fact name="Código">
        <Code code={c.code} />
      </Fact>
      {c.project && (
        <Fact name="Proyecto">
          <TextLink
            href={paths.project(c.project.kind, c.project.id, { tab: 'certificates' })}
            inherit
            underline="always"
          >
            {c.project.code} {c.project.title}
          </TextLink>
        </Fact>
      )}
      {c.replaces && <Fact name="Reemplaza al">{c.replaces}</Fact>}
      {c.replacedBy && <Fact name="Reemplazado por">{c.replacedBy}</Fact>}
    </Facts>
  );
}

/** Since when it is not valid, and why. */
function Standing({ certificate: c }: Props) {
  if (c.revokedAt)
    return (
      <>
        <Fact name="Anulado">
          <DateTime value={c.revokedAt} withTime />
          {c.revokedBy && `, por ${c.revokedBy}`}
        </Fact>
        <Fact name="Motivo">{c.revocationReason}</Fact>
      </>
    );
  if (!c.suspendedAt) return null;
  return (
    <Fact name="Suspendido">
      Desde el <DateTime value={c.suspendedAt} withTime />, porque se reabrió su proyecto. Vuelve a estar
      vigente cuando se cierre otra vez.
    </Fact>
  );
}

function Code({ code }: Pick<Certificate, 'code'>) {
  const shown = showCode(code);
  return (
    <span className={classes.code}>
      <span className="figures">{shown}</span>
      <CopyButton value={shown}>
        {({ copied, copy }) => (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconCopy size={14} aria-hidden />}
            onClick={copy}
          >
            {copied ? 'Copiado' : 'Copiar código'}
          </Button>
        )}
      </CopyButton>
    </span>
  );
}
