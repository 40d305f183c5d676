import type { z } from 'zod';
import { keysOf } from '../kit/look-up.ts';
import { attachments } from './attachments.ts';
import { budget } from './budget.ts';
import { contract } from './contract.ts';
import { contribution } from './contribution.ts';
import { courses } from './courses.ts';
import { diagnosis } from './diagnosis.ts';
import { event } from './event.ts';
import type { SectionField } from './field.ts';
import { fund } from './fund.ts';
import { goals } from './goals.ts';
import { identification } from './identification.ts';
import { indicators } from './indicators.ts';
import { objectives } from './objectives.ts';
import { participants } from './participants.ts';
import { partners } from './partners.ts';
import { plan } from './plan.ts';
import { questions } from './questions.ts';
import type { Missing, Requirement, SectionContext } from './section.ts';
import { team } from './team.ts';
import { territory } from './territory.ts';
import { venture } from './venture.ts';

/** Every section a kind may pick, in the usual order of a project. */
export const SECTIONS = {
  identification,
  diagnosis,
  objectives,
  partners,
  team,
  courses,
  event,
  fund,
  contract,
  venture,
  participants,
  territory,
  goals,
  plan,
  indicators,
  budget,
  contribution,
  attachments,
  questions,
};

export type SectionSlug = keyof typeof SECTIONS;
export const SECTION_SLUGS = keysOf(SECTIONS);
export const isSectionSlug = (value: string): value is SectionSlug => Object.hasOwn(SECTIONS, value);

/** The stored document of each section. */
export type SectionData = { [S in SectionSlug]: z.output<(typeof SECTIONS)[S]['schema']> };

/** What a section may be given: whatever is left out is empty. */
export type SectionInput = { [S in SectionSlug]: z.input<(typeof SECTIONS)[S]['schema']> };

/** A section whose data is not known until run time. */
export interface AnySection {
  readonly label: string;
  readonly help: string;
  readonly schema: z.ZodType<Record<string, unknown>>;
  readonly past: z.ZodType<Record<string, unknown>>;
  readonly empty: Readonly<Record<string, unknown>>;
  readonly fields: readonly SectionField[];
  requirements(data: unknown, context: SectionContext): Requirement[];
  missing(data: unknown, context: SectionContext): Missing[];
}
export const sectionOf = (slug: SectionSlug): AnySection => SECTIONS[slug];
