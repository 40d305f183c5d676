import { overviewFigures } from '../../../../domain/kinds/overview.ts';
import { type Budget, budget } from '../../../../domain/sections/budget.ts';
import { keyOf } from '../../../../domain/sections/field.ts';
import type { SectionSlug } from '../../../../domain/sections/index.ts';
import { type Participants, participants } from '../../../../domain/sections/participants.ts';
import { isEmpty } from '../../../../domain/sections/section.ts';
import { showValue } from '../../../../domain/sections/show.ts';
import { formatList } from '../../../../domain/text/format.ts';
import { KeyFigures } from '../../../../web/layout/key-figures.tsx';
import { Fact, Facts } from '../../../../web/ui/facts/facts.tsx';
import { TextLink } from '../../../../web/ui/link.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { usePlace } from '../../../project-record/ui/project-search.tsx';
import { PlanChartBelow } from '../../../section-screens/ui/sections/plan-chart-below.tsx';
import type { ShownSection } from '../section-list.tsx';
import { ReadingScope } from '../section-reader.tsx';
import classes from './overview.module.css';

/** What the facts tell, in their order: fields of sections, by name. */
const FACTS: readonly (readonly [section: SectionSlug, field: string])[] = [
  ['identification', 'leadId'],
  ['identification', 'alternateId'],
  ['team', 'members'],
  ['partners', 'partners'],
  ['contract', 'clientId'],
  ['identification', 'startDate'],
  ['identification', 'endDate'],
  ['identification', 'modality'],
  ['territory', 'comunaCodes'],
  ['territory', 'place'],
];

/** So many people or organisations are named, the others are counted. */
const MOST = 4;

type Sections = readonly ShownSection[];
const dataOf = (sections: Sections, slug: SectionSlug) => sections.find(s => s.slug === slug)?.stored.data;

/** What a reader wants to know first: what it is, who, where, how many, how much and when. */
export function Overview({ sections }: { sections: Sections }) {
  const counts = dataOf(sections, 'participants');
  const lines = dataOf(sections, 'budget');
  const figures = overviewFigures({
    participants: counts ? ({ ...participants.empty, ...counts } as Participants) : null,
    budget: lines ? ({ ...budget.empty, ...lines } as Budget) : null,
  });
  const plan = sections.find(s => s.slug === 'plan');
  const summary = dataOf(sections, 'identification')?.summary;
  return (
    <section className={classes.overview} aria-label="El proyecto de un vistazo">
      {typeof summary === 'string' && summary && <p className={classes.summary}>{summary}</p>}
      <div className={classes.facts}>
        <KnownFacts sections={sections} />
        <MapLink sections={sections} />
      </div>
      {figures.length > 0 && <KeyFigures facts={figures} />}
      {plan && (
        <ReadingScope section={plan}>
          <PlanChartBelow />
        </ReadingScope>
      )}
    </section>
  );
}

function KnownFacts({ sections }: { sections: Sections }) {
  const { nameOf } = useProject();
  const facts = FACTS.flatMap(([slug, name]) => {
    const section = sections.find(s => s.slug === slug);
    const info = section?.fields.find(f => keyOf(f) === name);
    const value = section?.stored.data[name];
    if (!info || isEmpty(value)) return [];
    const words = info.type === 'list' ? namesIn(value, nameOf) : showValue(info, value, nameOf);
    return words ? [{ key: `${slug}.${name}`, label: info.label, words }] : [];
  });
  return (
    <Facts>
      {facts.map(({ key, label, words }) => (
        <Fact key={key} name={label}>
          {words}
        </Fact>
      ))}
    </Facts>
  );
}

/** People or organisations of a list, by account or by the name that was typed. */
function namesIn(value: unknown, nameOf: (id: string) => string): string {
  const entries = value as readonly {
    userId?: string | null;
    organisationId?: string | null;
    name?: string;
  }[];
  const names = entries
    .map(e => (e.userId ? nameOf(e.userId) : e.organisationId ? nameOf(e.organisationId) : e.name) ?? '')
    .filter(Boolean);
  const more = names.length - MOST;
  return formatList(more > 0 ? [...names.slice(0, MOST), `${more} más`] : names);
}

/** The map weighs more than the rest together: it stands where the place is told. */
function MapLink({ sections }: { sections: Sections }) {
  const { project } = useProject();
  const { hrefOf } = usePlace(project);
  const data = dataOf(sections, 'territory');
  if (isEmpty(data?.comunaCodes) && isEmpty(data?.point)) return null;
  return (
    <TextLink className="no-print" href={hrefOf({ section: 'territory', field: 'comunaCodes' })}>
      Ver en el mapa
    </TextLink>
  );
}
