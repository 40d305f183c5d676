import { IconArrowsExchange } from '@tabler/icons-react';
import { changeLabel } from '../../../domain/access/change-requests.ts';
import { formatList } from '../../../domain/text/format.ts';
import { TextLink } from '../../../web/ui/link.tsx';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { usePlace } from '../../project-record/ui/project-search.tsx';
import classes from './changes.module.css';

/** Tells who decides, wherever on the project's page they are, that a change waits for them. */
export function ChangeNotice() {
  const { project } = useProject();
  const { hrefOf, place } = usePlace(project);
  const mine = project.changes.filter(c => c.mayDecide);
  if (mine.length === 0 || place.tab === 'changes') return null;
  const what = formatList(mine.map(c => changeLabel(c.section).toLowerCase()));
  return (
    <p className={`${classes.yours} no-print`} role="status">
      <IconArrowsExchange size={18} aria-hidden />
      <span>
        Te toca decidir {mine.length === 1 ? 'un cambio pedido' : `${mine.length} cambios pedidos`}: {what}.{' '}
        <TextLink href={hrefOf({ tab: 'changes' })}>Ver y decidir</TextLink>
      </span>
    </p>
  );
}
