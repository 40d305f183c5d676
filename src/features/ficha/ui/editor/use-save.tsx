import { progressOf } from '../../../../domain/kinds/completeness.ts';
import { isRunning } from '../../../../domain/kinds/statuses.ts';
import type { OutputOf } from '../../../../domain/kit/endpoint.ts';
import { request } from '../../../../web/api.ts';
import type { Version } from '../../../../web/form/autosave/autosave.ts';
import type { ProjectDetail } from '../../../project-record/detail/contract.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { saveSection } from '../../contract.ts';
import type { ShownSection } from '../section-list.tsx';

type Slug = ShownSection['slug'];
type Data = Record<string, unknown>;

/** Fields that say by what else the project is judged: only the server knows that of another call or project. */
const LEADING_ELSEWHERE: Partial<Record<Slug, string>> = {
  fund: 'callId',
  identification: 'previousProjectId',
};

/** The project with a section as it is stored now, judged by the rules that the server asks on submit. */
function withSaved(project: ProjectDetail, slug: Slug, saved: OutputOf<typeof saveSection>): ProjectDetail {
  const after = {
    ...project,
    ...(slug === 'identification' ? { title: String(saved.data.title) } : {}),
    sections: project.sections.map(s =>
      s.slug === slug ? { ...s, version: saved.version, data: saved.data, updatedAt: saved.savedAt } : s,
    ),
  };
  const data = Object.fromEntries(after.sections.map(each => [each.slug, each.data]));
  return { ...after, completeness: progressOf({ ...after, sections: data }) };
}

/**
 * Whether more than the saved section can have changed: what may be done depends on what is filled in and on the status,
 * what is judged on another call or project.
 */
function isOutdated(before: ProjectDetail, after: ProjectDetail, slug: Slug): boolean {
  const key = LEADING_ELSEWHERE[slug];
  const leadsTo = (project: ProjectDetail) => key && project.sections.find(s => s.slug === slug)?.data[key];
  return (
    isRunning(before.status) ||
    before.completeness.missing.length !== after.completeness.missing.length ||
    leadsTo(before) !== leadsTo(after)
  );
}

/** Sends the section as the contract wants it and writes what came back into the project on screen. */
export function useSave(slug: Slug) {
  const { project, cache } = useProject();
  const { kind, id } = project;
  return async (data: Data, version: Version) => {
    const params = { kind, id, section: slug };
    const saved = await request(saveSection, { params, body: { version: Number(version), data } });
    const shown = cache.update(before => withSaved(before, slug, saved));
    if (shown && isOutdated(shown.before, shown.after, slug)) void cache.refresh();
    return { version: saved.version };
  };
}
