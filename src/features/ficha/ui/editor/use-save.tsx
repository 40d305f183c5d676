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

/** Sends the section as the contract wants it and writes what came back into the project on screen. */
export function useSave(slug: Slug) {
  const { project, cache } = useProject();
  const { kind, id } = project;
  return async (data: Data, version: Version) => {
    const params = { kind, id, section: slug };
    const saved = await request(saveSection, { params, body: { version: Number(version), data } });
    let outdated = isRunning(project.status);
    cache.update(before => {
      const after = withSaved(before, slug, saved);
      // What may be done depends on what is filled in; asked again only when that can have changed.
      outdated ||= before.completeness.missing.length !== after.completeness.missing.length;
      const key = LEADING_ELSEWHERE[slug];
      const stored = before.sections.find(s => s.slug === slug)?.data;
      outdated ||= key !== undefined && stored?.[key] !== saved.data[key];
      return after;
    });
    if (outdated) void cache.refresh();
    return { version: saved.version };
  };
}
