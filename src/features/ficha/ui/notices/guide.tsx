import { TextLink } from '../../../../web/ui/link.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { usePlace } from '../../../project-record/ui/project-search.tsx';
import { groupNeeds, type Need, placeOfNeed, useNeeds } from '../editor/needs.tsx';
import classes from '../ficha.module.css';

/** At the top of the form once approved: what stands between the project and its next step, and where to do it. */
export function Guide() {
  const needs = useNeeds();
  const { project } = useProject();
  const offerOf = (action: string) => project.actions.find(a => a.action === action);
  const start = offerOf('start');
  // Nothing is missing but the day: the button says which.
  if (start?.reason && project.turn.now) return <StartGuide reason={start.reason} />;
  if (needs?.aim !== 'enviar el informe final') return null;
  if (needs.items.length > 0) return <ReportGuide items={needs.items} />;
  return (
    <section className={classes.guide} data-calm aria-labelledby="guide-title">
      <h2 id="guide-title">El informe final está listo para enviarse</h2>
      <p>
        {offerOf('submit_final_report')?.reason ??
          'Revisa las cifras y la evidencia. Mientras se revisa no podrás cambiarlas.'}
      </p>
    </section>
  );
}

function StartGuide({ reason }: { reason: string }) {
  const { project } = useProject();
  const { hrefOf } = usePlace(project);
  return (
    <section className={classes.guide} aria-labelledby="guide-title">
      <h2 id="guide-title">{reason}</h2>
      {project.sections.some(s => s.slug === 'contract') && (
        <p>
          Súbelo en{' '}
          <TextLink href={hrefOf({ section: 'contract', field: 'signedContractFileId' })}>Contrato</TextLink>:
          con eso puedes iniciar la ejecución.
        </p>
      )}
      {project.fitting && (
        <p>
          Cambia en <TextLink href={hrefOf({ section: 'budget', field: 'lines' })}>Presupuesto</TextLink> los
          ítems con fuente «Fondo» hasta que sumen lo adjudicado.
        </p>
      )}
    </section>
  );
}

function ReportGuide({ items }: { items: readonly Need[] }) {
  const { project } = useProject();
  const { hrefOf } = usePlace(project);
  return (
    <section className={classes.guide} aria-labelledby="guide-title">
      <h2 id="guide-title">Para enviar el informe final falta:</h2>
      <ul>
        {groupNeeds(project, items).map(({ section, label, items: own }) => (
          <li key={section}>
            <TextLink href={hrefOf(placeOfNeed(section, own[0]?.path ?? null))}>{label}</TextLink>:{' '}
            {wordsOf(own)}
          </li>
        ))}
      </ul>
    </section>
  );
}

const MOST = 2;

/** The first few by name, the rest by number. */
function wordsOf(items: readonly Need[]): string {
  const named = items.slice(0, MOST).map(i => i.label);
  const left = items.length - named.length;
  const words = named.join('; ');
  return left > 0 ? `${words} y ${left} más.` : `${words}.`;
}
