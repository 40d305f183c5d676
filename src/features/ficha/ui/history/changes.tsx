import { keyOf, type SectionField } from '../../../../domain/sections/field.ts';
import { sectionOf } from '../../../../domain/sections/index.ts';
import { showValue } from '../../../../domain/sections/show.ts';
import { useRead } from '../../../../web/query.ts';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import type { HistoryEntry } from '../../../project-record/detail/contract.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { getSnapshot } from '../../contract.ts';
import { listSections } from '../section-list.tsx';
import classes from './history.module.css';
import { Added, Removed, TextDifference } from './text-difference.tsx';

type Data = Readonly<Record<string, unknown>>;
type NameOf = (id: string) => string;
interface FieldChange {
  readonly field: SectionField;
  readonly before: unknown;
  readonly after: unknown;
}
interface SectionChange {
  readonly label: string;
  readonly slug: string;
  readonly fields: readonly FieldChange[];
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
const entriesOf = (value: unknown) =>
  (Array.isArray(value) ? value : []) as readonly (Data & { id: string })[];

/** Names now, those of the older version, and the texts of objectives that are gone. */
function namesOf(now: NameOf, labels: Readonly<Record<string, string>>, sections: Data): NameOf {
  const stated = entriesOf((sections.objectives as Data | undefined)?.specific);
  const old = new Map(stated.map((o, n) => [o.id, `${n + 1}. ${String(o.text)}`]));
  return id => now(id) || labels[id] || old.get(id) || '';
}

function useChanges(entry: HistoryEntry) {
  const { project, nameOf } = useProject();
  const params = { kind: project.kind, id: project.id, entry: String(entry.id) };
  const { data, error, refetch } = useRead(getSnapshot, { params });
  const names = namesOf(nameOf, data?.labels ?? {}, data?.sections ?? {});
  const changeOf = (field: SectionField, old: Data, now: Data): FieldChange[] => {
    const [before, after] = [old[keyOf(field)], now[keyOf(field)]];
    const textOf = (value: unknown) => showValue(field, value, names);
    return same(before, after) || textOf(before) === textOf(after) ? [] : [{ field, before, after }];
  };
  const changes: SectionChange[] | undefined =
    data &&
    listSections(project)
      .map(({ slug, label, fields, stored }) => {
        const { empty } = sectionOf(slug);
        const old = { ...empty, ...data.sections[slug] };
        const now = { ...empty, ...stored.data };
        return { slug, label, fields: fields.flatMap(f => changeOf(f, old, now)) };
      })
      .filter(c => c.fields.length > 0);
  return { changes, names, error, refetch };
}

/** Everything that differs between what was sent with this entry and the project now, field by field. */
export function Changes({ entry }: { entry: HistoryEntry }) {
  const { changes, names, error, refetch } = useChanges(entry);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} headingLevel={3} />;
  if (!changes) return <p role="status">Comparando las versiones…</p>;
  if (changes.length === 0)
    return <p className={classes.note}>Nada ha cambiado en la Ficha desde entonces.</p>;
  return (
    <>
      <p className={classes.legend}>
        <ins className={classes.added}>Subrayado</ins>: agregado.{' '}
        <del className={classes.removed}>Tachado</del>: quitado.
      </p>
      {changes.map(({ slug, label, fields }) => (
        <section key={slug} className={classes.change} aria-label={`Cambios en ${label}`}>
          <h3>{label}</h3>
          {fields.map(change => (
            <Change key={change.field.path} change={change} names={names} />
          ))}
        </section>
      ))}
    </>
  );
}

function Change({ change, names }: { change: FieldChange; names: NameOf }) {
  const { field } = change;
  return (
    <div className={classes.field}>
      <div className={classes.fieldLabel}>{field.label}</div>
      <div className={classes.value}>
        {field.type === 'list' ? (
          <ListChange change={change} names={names} />
        ) : (
          <ValueChange change={change} names={names} />
        )}
      </div>
    </div>
  );
}

const WRITTEN = new Set(['line', 'narrative', 'email', 'link']);
const LINES = new Set(['counts', 'goals', 'answers', 'choices', 'keywords', 'targets', 'comunas', 'careers']);

function ValueChange({ change: { field, before, after }, names }: { change: FieldChange; names: NameOf }) {
  const [old, now] = [showValue(field, before, names), showValue(field, after, names)];
  if (WRITTEN.has(field.type)) return <TextDifference before={old} after={now} />;
  if (LINES.has(field.type)) return <LinesChange before={old} after={now} />;
  return (
    <>
      {old && <Removed>{old}</Removed>} {now && <Added>{now}</Added>}
    </>
  );
}

/** Values of which some came, some went; what stayed is not repeated. */
function LinesChange({ before, after }: { before: string; after: string }) {
  const parts = (text: string) => text.split(/\n|, /).filter(Boolean);
  const [old, now] = [parts(before), parts(after)];
  return (
    <ul className={classes.lines}>
      {old
        .filter(line => !now.includes(line))
        .map(line => (
          <li key={`-${line}`}>
            <Removed>{line}</Removed>
          </li>
        ))}
      {now
        .filter(line => !old.includes(line))
        .map(line => (
          <li key={`+${line}`}>
            <Added>{line}</Added>
          </li>
        ))}
    </ul>
  );
}

/** Entries told apart by their own id: those that came, those that went, and what changed inside the others. */
function ListChange({ change: { field, before, after }, names }: { change: FieldChange; names: NameOf }) {
  const [old, now] = [entriesOf(before), entriesOf(after)];
  const whole = (entry: Data) => showValue(field, [entry], names).replace(/^1\. /, '');
  const kept = now.flatMap((entry, n) => {
    const was = old.find(o => o.id === entry.id);
    const inside = was ? (field.fields ?? []).filter(f => !same(was[keyOf(f)], entry[keyOf(f)])) : [];
    return was && inside.length > 0 ? [{ entry, was, n, inside }] : [];
  });
  const gone = old.filter(o => !now.some(e => e.id === o.id));
  const fresh = now.filter(e => !old.some(o => o.id === e.id));
  const moved = kept.length === 0 && gone.length === 0 && fresh.length === 0;
  if (moved) return <span>Cambió el orden.</span>;
  return (
    <ul className={classes.lines}>
      {gone.map(entry => (
        <li key={entry.id}>
          <Removed>{whole(entry)}</Removed>
        </li>
      ))}
      {kept.map(({ entry, was, n, inside }) => (
        <li key={entry.id}>
          {field.itemLabel} {n + 1}
          {inside.map(f => (
            <div key={f.path}>
              <span className={classes.fieldLabel}>{f.label}: </span>
              <ValueChange
                change={{ field: f, before: was[keyOf(f)], after: entry[keyOf(f)] }}
                names={names}
              />
            </div>
          ))}
        </li>
      ))}
      {fresh.map(entry => (
        <li key={entry.id}>
          <Added>{whole(entry)}</Added>
        </li>
      ))}
    </ul>
  );
}
