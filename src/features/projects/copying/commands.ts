import { sectionSchema } from '../../../domain/kinds/answers.ts';
import type { KindDefinition } from '../../../domain/kinds/definition.ts';
import { kindSections } from '../../../domain/kinds/definition.ts';
import { withoutPaths } from '../../../domain/sections/copy.ts';
import { type SectionData, type SectionSlug, sectionOf } from '../../../domain/sections/index.ts';
import { withoutActuals } from '../../../domain/sections/indicator-values.ts';
import type { Command } from '../../../server/commands/command.ts';
import { writeSection } from '../../ficha/commands.ts';
import { filledFromInstitution } from '../../indicators/queries.ts';
import { definitionOf, readForClock, type StoredProject } from '../../project-record/subject/queries.ts';
import { copiedSection, type readCopySource } from './queries.ts';

type Data = Record<string, unknown>;
type Source = Awaited<ReturnType<typeof readCopySource>>;

/** Writes what is copied into a draft just begun, each section as if it had been typed. */
export async function copySections(
  run: Command,
  id: string,
  source: Source,
  current: KindDefinition,
): Promise<void> {
  let project = await readForClock(run.tx, id);
  if (!project) throw new Error('the draft is gone');
  const kind = definitionOf(() => current, project);
  for (const { slug } of kindSections(kind, false)) {
    const stored = source.sections[slug];
    if (stored) project = await copySection(run, project, kind, slug, stored);
  }
}

async function copySection(
  run: Command,
  project: StoredProject,
  kind: KindDefinition,
  slug: SectionSlug,
  stored: Data,
): Promise<StoredProject> {
  const taken = await copiedSection(run.tx, project, kind, slug, stored);
  if (Object.keys(taken).length === 0) return project;
  const before = project.sections[slug];
  const begun = ownFields(slug, before?.data);
  const parsed = parseCopy(kind, slug, { ...taken, ...begun });
  const data =
    slug === 'indicators'
      ? { ...(await filledFromInstitution(run.tx, withoutActuals(parsed as SectionData['indicators']))) }
      : parsed;
  const version = await writeSection(run, project, kind, slug, before?.version ?? 0, data);
  if (version === null) throw new Error('somebody else wrote a draft that was just begun');
  const written = { version, data, updatedAt: run.now.toISOString(), updatedBy: null };
  return { ...project, sections: { ...project.sections, [slug]: written } };
}

/** What the draft was begun with, where a copy takes nothing: its title, lead, school, period and call. */
const ownFields = (slug: SectionSlug, begun: Data | undefined): Data =>
  Object.fromEntries(
    sectionOf(slug)
      .fields.filter(field => field.copied === false || field.type === 'period' || field.type === 'call')
      .flatMap(({ path }) => (begun && path in begun ? [[path, begun[path]]] : [])),
  );

/** As the form would store it today: what its rules refuse by now is left out. */
function parseCopy(kind: KindDefinition, slug: SectionSlug, data: Data): Data {
  const schema = sectionSchema(kind, slug);
  const first = schema.safeParse(data);
  if (first.success) return first.data;
  const paths = first.error.issues.map(issue => issue.path.join('.'));
  const second = schema.safeParse(withoutPaths(data, paths));
  if (second.success) return second.data;
  const tops = [...first.error.issues, ...second.error.issues].map(issue => String(issue.path[0]));
  return schema.parse(withoutPaths(data, tops));
}
