import type { SectionData, SectionSlug } from './index.ts';
import { memberIds } from './team.ts';

/** Rows that repeat what sections refer to, for permissions, filters and foreign keys. */
export interface ReferenceRows {
  readonly table: string;
  readonly column: string;
  readonly type: 'uuid' | 'text' | 'smallint';
  readonly ids: (sections: Partial<SectionData>) => readonly (string | number | null)[];
}

const some = (ids: readonly (string | null | undefined)[]) => ids.filter(id => typeof id === 'string');

export const REFERENCE_ROWS = {
  careers: {
    table: 'project_careers',
    column: 'career_id',
    type: 'uuid',
    ids: s => s.identification?.careerIds ?? [],
  },
  offerings: {
    table: 'project_offerings',
    column: 'offering_id',
    type: 'uuid',
    ids: s => some((s.courses?.courses ?? []).map(c => c.offeringId)),
  },
  comunas: {
    table: 'project_comunas',
    column: 'comuna_code',
    type: 'text',
    ids: s => s.territory?.comunaCodes ?? [],
  },
  goals: { table: 'project_goals', column: 'goal', type: 'smallint', ids: s => s.goals?.goals ?? [] },
  partners: {
    table: 'project_partners',
    column: 'organisation_id',
    type: 'uuid',
    ids: s => some([...(s.partners?.partners ?? []).map(p => p.organisationId), s.contract?.clientId]),
  },
  institutional: {
    table: 'project_indicators',
    column: 'indicator_id',
    type: 'uuid',
    ids: s => some((s.indicators?.indicators ?? []).map(i => i.institutionalId)),
  },
  members: {
    table: 'project_members',
    column: 'user_id',
    type: 'uuid',
    ids: s => some([...(s.team ? memberIds(s.team) : []), s.venture?.mentorId]),
  },
} as const satisfies Record<string, ReferenceRows>;

const { careers, offerings, comunas, goals, partners, institutional, members } = REFERENCE_ROWS;
/** The rows that follow from a section. */
export const SECTION_ROWS: Partial<Record<SectionSlug, ReferenceRows>> = {
  identification: careers,
  courses: offerings,
  territory: comunas,
  goals,
  indicators: institutional,
  partners,
  contract: partners,
  team: members,
  venture: members,
};

/** Words a project is found by: see `search_vector` in the schema. */
export const searchText = (...parts: readonly (string | undefined | null | readonly string[])[]) =>
  parts.flat().filter(Boolean).join('\n');
