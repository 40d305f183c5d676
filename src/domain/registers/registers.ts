import { scopesOf } from '../figures/scopes.ts';
import type { Actor } from '../kit/actor.ts';
import { keysOf } from '../kit/look-up.ts';
import type { Register } from './column.ts';
import { money } from './money.ts';
import { partners } from './partners.ts';
import { people } from './people.ts';
import { activities, projects } from './project.ts';
import { indicators, steps } from './results.ts';
import { reviews } from './reviews.ts';

/** Every register in the order of the screen. */
export const REGISTERS = {
  projects,
  activities,
  people,
  partners,
  money,
  indicators,
  reviews,
  steps,
} as const satisfies Readonly<Record<string, Register>>;
export type RegisterName = keyof typeof REGISTERS;
export const REGISTER_NAMES = keysOf(REGISTERS) as [RegisterName, ...RegisterName[]];

export const registerOf = (name: RegisterName): Register => REGISTERS[name];

/** In which scopes somebody may have a register, the widest first. */
export const scopesFor = (actor: Actor, name: RegisterName) =>
  scopesOf(actor).filter(scope => registerOf(name).scopes.includes(scope));
