import { scopesOf } from '../figures/scopes.ts';
import type { Actor } from '../kit/actor.ts';
import type { Register } from './column.ts';
import { money } from './money.ts';
import type { RegisterName } from './names.ts';
import { partners } from './partners.ts';
import { people } from './people.ts';
import { activities, projects } from './project.ts';
import { indicators, steps } from './results.ts';
import { reviews } from './reviews.ts';

const REGISTERS = {
  projects,
  activities,
  people,
  partners,
  money,
  indicators,
  reviews,
  steps,
} as const satisfies Readonly<Record<RegisterName, Register>>;

export const registerOf = (name: RegisterName): Register => REGISTERS[name];

/** In which scopes somebody may have a register, the widest first. */
export const scopesFor = (actor: Actor, name: RegisterName) =>
  scopesOf(actor).filter(scope => registerOf(name).scopes.includes(scope));
