import { useRead } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { PageLink } from '../../../web/ui/link.tsx';
import { listKinds } from '../../kinds/contract.ts';
import { KindIcon } from '../../kinds/ui/kind-icon.tsx';
import classes from './home.module.css';

/** A project of each kind, one click away. */
export function KindCards() {
  const { data: kinds = [] } = useRead(listKinds);
  return (
    <section aria-labelledby="kinds">
      <h2 id="kinds">Empezar un proyecto</h2>
      <ul className={classes.kinds}>
        {kinds.map(({ definition: { slug, label, help, icon }, closed }) => (
          <li key={slug} className={classes.kind}>
            <KindIcon icon={icon} />
            <div>
              {closed ? <strong>{label}</strong> : <PageLink href={paths.newProject(slug)}>{label}</PageLink>}
              <p>{closed ?? help}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
