import type { ComponentType } from 'react';
import type { SectionSlug } from '../../../../domain/sections/index.ts';
import { AttachmentsSection } from './attachments-section.tsx';
import { BudgetSection } from './budget-section.tsx';
import { CoursesSection } from './courses-section.tsx';
import { GoalsSection } from './goals-section.tsx';
import { IdentificationSection } from './identification-section.tsx';
import { IndicatorsSection } from './indicators-section.tsx';
import { ObjectivesSection } from './objectives-section.tsx';
import { ParticipantsSection } from './participants-section.tsx';
import { PartnersSection } from './partners-section.tsx';
import { PlainSection } from './plain-section.tsx';
import { PlanSection } from './plan-section.tsx';
import { QuestionsSection } from './questions-section.tsx';
import { TeamSection } from './team-section.tsx';
import { TerritorySection } from './territory-section.tsx';

/** The screen of each section, for editing and for reading. */
export const SECTION_SCREENS: Record<SectionSlug, ComponentType> = {
  identification: IdentificationSection,
  diagnosis: PlainSection,
  objectives: ObjectivesSection,
  partners: PartnersSection,
  team: TeamSection,
  courses: CoursesSection,
  event: PlainSection,
  fund: PlainSection,
  contract: PlainSection,
  venture: PlainSection,
  participants: ParticipantsSection,
  territory: TerritorySection,
  goals: GoalsSection,
  plan: PlanSection,
  indicators: IndicatorsSection,
  budget: BudgetSection,
  contribution: PlainSection,
  attachments: AttachmentsSection,
  questions: QuestionsSection,
};
