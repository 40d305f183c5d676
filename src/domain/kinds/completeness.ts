import { type SectionSlug, sectionOf } from '../sections/index.ts';
import { isMissing, type Missing, type SectionContext } from '../sections/section.ts';
import { type KindDefinition, kindSections } from './definition.ts';

interface MissingField extends Missing {
  readonly section: SectionSlug;
}
interface Progress {
  readonly done: number;
  readonly total: number;
}
export interface Completeness {
  readonly missing: readonly MissingField[];
  /** Only the kind's sections; `total` 0 where nothing is asked for. */
  readonly bySection: Readonly<Partial<Record<SectionSlug, Progress>>>;
}
/** What the project's own sections do not say. */
export type CompletenessContext = Pick<SectionContext, 'files' | 'call' | 'previousStatus' | 'amountTyped'>;

/**
 * What is missing to submit, with the path of each field. Sections never saved count as empty.
 * Without a call the sections that only a call asks for are left out.
 */
export function completeness(
  kind: KindDefinition,
  sections: Readonly<Partial<Record<SectionSlug, object>>>,
  context: CompletenessContext,
): Completeness {
  const missing: MissingField[] = [];
  const bySection: Partial<Record<SectionSlug, Progress>> = {};
  for (const { slug, fields } of kindSections(kind, context.call !== null)) {
    const section = sectionOf(slug);
    // A document stored before a field existed lacks that field.
    const data = { ...section.empty, ...sections[slug] };
    const requirements = section.requirements(data, {
      ...context,
      fields,
      sections,
      documents: kind.documents,
      questions: kind.questions,
    });
    const unmet = requirements.filter(isMissing);
    missing.push(...unmet.map(m => ({ section: slug, ...m })));
    bySection[slug] = { done: requirements.length - unmet.length, total: requirements.length };
  }
  return { missing, bySection };
}

interface WrittenProject extends CompletenessContext {
  readonly historic: boolean;
  readonly definition: KindDefinition;
  readonly sections: Parameters<typeof completeness>[1];
}

/** What a project still lacks: of what was sent long ago on paper nothing is asked for any more. */
export const progressOf = ({ historic, definition, sections, ...context }: WrittenProject): Completeness =>
  historic ? { missing: [], bySection: {} } : completeness(definition, sections, context);
