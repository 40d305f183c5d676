import type { ComponentType } from 'react';
import type { SectionSlug } from '../../../../domain/sections/index.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { IdentificationSection } from './identification-section.tsx';
import { PlainSection } from './plain-section.tsx';

/** The screen of each section, for editing and for reading; those with tables and charts come when shown. */
export const SECTION_SCREENS: Record<SectionSlug, ComponentType> = {
  identification: IdentificationSection,
  diagnosis: PlainSection,
  objectives: lazyPart(() => import('./objectives-section.tsx'), 'ObjectivesSection'),
  partners: lazyPart(() => import('./partners-section.tsx'), 'PartnersSection'),
  team: lazyPart(() => import('./team-section.tsx'), 'TeamSection'),
  courses: lazyPart(() => import('./courses-section.tsx'), 'CoursesSection'),
  event: lazyPart(() => import('./event-section.tsx'), 'EventSection'),
  fund: lazyPart(() => import('./fund-section.tsx'), 'FundSection'),
  contract: lazyPart(() => import('./contract-section.tsx'), 'ContractSection'),
  venture: lazyPart(() => import('./venture-section.tsx'), 'VentureSection'),
  participants: lazyPart(() => import('./participants-section.tsx'), 'ParticipantsSection'),
  territory: lazyPart(() => import('./territory-section.tsx'), 'TerritorySection'),
  goals: lazyPart(() => import('./goals-section.tsx'), 'GoalsSection'),
  plan: lazyPart(() => import('./plan-section.tsx'), 'PlanSection'),
  indicators: lazyPart(() => import('./indicators-section.tsx'), 'IndicatorsSection'),
  budget: lazyPart(() => import('./budget-section.tsx'), 'BudgetSection'),
  contribution: PlainSection,
  attachments: lazyPart(() => import('./attachments-section.tsx'), 'AttachmentsSection'),
  questions: lazyPart(() => import('./questions-section.tsx'), 'QuestionsSection'),
};
