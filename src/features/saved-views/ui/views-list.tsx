import { Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBookmarkOff,
  IconBookmarkPlus,
  IconCheck,
  IconChevronLeft,
  IconDeviceFloppy,
  IconDots,
  IconLock,
  IconPencil,
  IconRefresh,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { messageOf } from '../../../web/problem-error.ts';
import type { SavedView } from '../contract.ts';
import { useKeeping } from './use-keeping.tsx';
import type { Doing, Views } from './use-views.tsx';
import classes from './views.module.css';

interface ViewsListProps {
  views: Views;
  onDo: (doing: Doing) => void;
}

const byOwner = ({ shared, mine, owner }: SavedView) => {
  if (!shared) return null;
  if (mine) return 'compartida por ti';
  return owner.left ? `de ${owner.name}, que ya no tiene cuenta activa` : `de ${owner.name}`;
};

interface RowProps {
  view: SavedView;
  isActive: boolean;
  onChoose: () => void;
  onMore: () => void;
}

function ViewRow({ view, isActive, onChoose, onMore }: RowProps) {
  const by = byOwner(view);
  return (
    <div className={classes.row} role="none">
      <Menu.Item
        className={classes.choose}
        aria-current={isActive || undefined}
        leftSection={isActive ? <IconCheck size={16} aria-hidden /> : undefined}
        onClick={onChoose}
      >
        {view.name}
        {by && ' '}
        {by && <span className={classes.by}>{by}</span>}
      </Menu.Item>
      {view.mayChange && (
        <Menu.Item
          className={classes.more}
          aria-label={`Opciones de ${view.name}`}
          aria-haspopup="menu"
          closeMenuOnClick={false}
          onClick={onMore}
        >
          <IconDots size={16} aria-hidden style={{ display: 'block' }} />
        </Menu.Item>
      )}
    </div>
  );
}

/** The items that stand here now hold the keyboard, as those it was on are gone. */
function Focused({ label, children }: { label: string; children: ReactNode }) {
  const group = useRef<HTMLFieldSetElement>(null);
  useEffect(() => group.current?.querySelector<HTMLElement>('[data-menu-item]')?.focus(), []);
  return (
    <fieldset ref={group} className={classes.group} aria-label={label}>
      {children}
    </fieldset>
  );
}

interface OptionsProps extends ViewsListProps {
  view: SavedView;
  mayShare: boolean;
  onBack: () => void;
}

/** What can be done with one of them, in the place of all. */
function ViewOptions({ views, view, mayShare, onDo, onBack }: OptionsProps) {
  const { share } = useKeeping(views);
  return (
    <Focused label={`Opciones de ${view.name}`}>
      <Menu.Label>{view.name}</Menu.Label>
      <Menu.Item
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={() => onDo({ what: 'rename', view })}
      >
        Cambiar nombre…
      </Menu.Item>
      {mayShare && (
        <Menu.Item
          leftSection={view.shared ? <IconLock size={16} aria-hidden /> : <IconUsers size={16} aria-hidden />}
          onClick={() => void share(view, !view.shared)}
        >
          {view.shared ? 'Dejar de compartir' : 'Compartir con quienes usan esta lista'}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => onDo({ what: 'remove', view })}
      >
        Eliminar…
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        closeMenuOnClick={false}
        leftSection={<IconChevronLeft size={16} aria-hidden />}
        onClick={onBack}
      >
        Volver a las vistas
      </Menu.Item>
    </Focused>
  );
}

/** What can be done with what is on screen. */
function Actions({ views, onDo }: ViewsListProps) {
  const { state, active, changed } = views;
  const { saveChanges } = useKeeping(views);
  const isChanged = active !== undefined && changed;
  return (
    <>
      {isChanged && active.mayChange && (
        <Menu.Item
          leftSection={<IconDeviceFloppy size={16} aria-hidden />}
          onClick={() => void saveChanges(active)}
        >
          Guardar los cambios
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconBookmarkPlus size={16} aria-hidden />}
        onClick={() => onDo({ what: 'save' })}
      >
        {active ? 'Guardar como otra…' : 'Guardar vista…'}
      </Menu.Item>
      {isChanged && (
        <Menu.Item
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => void state.replace({ ...active.query, view: active.id })}
        >
          Volver a lo guardado
        </Menu.Item>
      )}
      {active && (
        <Menu.Item
          leftSection={<IconBookmarkOff size={16} aria-hidden />}
          onClick={() => void state.replace({})}
        >
          Quitar la vista
        </Menu.Item>
      )}
    </>
  );
}

function Section({ label, rows }: { label: string; rows: readonly ReactNode[] }) {
  if (rows.length === 0) return null;
  return (
    <fieldset className={classes.group} aria-label={label}>
      <Menu.Label aria-hidden>{label}</Menu.Label>
      {rows}
    </fieldset>
  );
}

/** What the menu of views holds: own ones, shared ones, and what can be done. */
export function ViewsList({ views, onDo }: ViewsListProps) {
  const { read, active, state } = views;
  const [chosen, setChosen] = useState<string | null>(null);
  const [back, setBack] = useState(false);
  const told = useId();
  const { data, error } = read;
  if (!data && error)
    return (
      <Focused label="Vistas">
        <div id={told} className={classes.hint}>
          {messageOf(error)}
        </div>
        <Menu.Item
          closeMenuOnClick={false}
          aria-describedby={told}
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => void read.refetch()}
        >
          Reintentar
        </Menu.Item>
      </Focused>
    );
  if (!data) return <div className={classes.hint}>Cargando…</div>;
  const view = data.views.find(each => each.id === chosen);
  if (view) {
    const leave = () => {
      setBack(true);
      setChosen(null);
    };
    return <ViewOptions views={views} view={view} mayShare={data.mayShare} onDo={onDo} onBack={leave} />;
  }
  const rowOf = (each: SavedView) => (
    <ViewRow
      key={each.id}
      view={each}
      isActive={each.id === active?.id}
      onChoose={() => void state.replace({ ...each.query, view: each.id })}
      onMore={() => setChosen(each.id)}
    />
  );
  const content = (
    <>
      {data.views.length === 0 && (
        <div className={classes.hint} role="none">
          Una vista guarda con un nombre los filtros, el orden, los grupos y las columnas de esta lista, para
          volver a ella con un clic.
        </div>
      )}
      <Section label="Mis vistas" rows={data.views.filter(each => !each.shared).map(rowOf)} />
      <Section label="Compartidas" rows={data.views.filter(each => each.shared).map(rowOf)} />
      {data.views.length > 0 && <Menu.Divider />}
      <Actions views={views} onDo={onDo} />
    </>
  );
  return back ? <Focused label="Vistas">{content}</Focused> : content;
}
