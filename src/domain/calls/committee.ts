import { z } from 'zod';
import { formatList } from '../text/format.ts';
import { RULES } from '../text/rule-messages.ts';
import { email, id, plannedDay, text } from '../text/rules.ts';

const member = z
  .object({
    id,
    /** Account of the university; null for somebody from outside. */
    userId: id.nullable(),
    name: text(120, 1),
    /** Of somebody from outside: tells whether they take part in a proposal. */
    email: z.union([z.literal(''), email]),
    /** In the committee: `Presidencia`. */
    role: text(80),
  })
  .refine(({ userId, email: mail }) => userId !== null || mail !== '', {
    path: ['email'],
    message: RULES.required,
  });
export type CommitteeMember = z.output<typeof member>;

const unique = (values: readonly string[]) => new Set(values).size === values.length;

/** Who decides a call. Without a quorum any number of them may sit; without members, the office decides alone. */
export const committee = z
  .object({
    members: z
      .array(member)
      .max(30)
      .refine(all => unique(all.map(m => m.id)), 'Hay integrantes repetidos.')
      .refine(all => unique(all.flatMap(m => m.userId ?? [])), 'Hay integrantes repetidos.')
      .refine(all => unique(all.flatMap(m => m.email.toLowerCase() || [])), 'Hay correos repetidos.'),
    quorum: z.number().int().min(1).max(30).nullable(),
  })
  .refine(({ members, quorum }) => quorum === null || quorum <= members.length, {
    path: ['quorum'],
    message: 'El quórum no puede superar a quienes integran la comisión.',
  });
export type Committee = z.output<typeof committee>;

/** One meeting of the committee, as who resolves writes it down. */
export const session = z.object({
  /** `yyyy-mm-dd`. */
  day: plannedDay,
  place: text(200),
  /** Ids of the members who were there. */
  present: z.array(id).max(30),
  notes: text(4000),
});
export type Session = z.output<typeof session>;

/** Of a committee, what a session is judged by. */
export interface SittingCommittee {
  readonly members: readonly Pick<CommitteeMember, 'id' | 'name' | 'role'>[];
  readonly quorum: number | null;
}

/** Why a committee cannot decide with these members; `null` where it can. A call without members has no session. */
export function quorumRefusal(
  { members, quorum }: SittingCommittee,
  present: readonly string[],
): string | null {
  if (members.length === 0) return null;
  const there = members.filter(m => present.includes(m.id)).length;
  const least = quorum ?? 1;
  if (there >= least) return null;
  const needed = least === 1 ? 'un integrante presente' : `${least} integrantes presentes`;
  return `La comisión resuelve con al menos ${needed}, y ${there === 1 ? 'se marcó' : 'se marcaron'} ${there}.`;
}

/** In words, for whoever compares two of them. */
export function committeeWords({ members, quorum }: Committee): string {
  if (members.length === 0) return 'sin comisión';
  const each = members.map(({ name, role }) => (role ? `${name} (${role})` : name) || 'alguien sin nombre');
  return `${formatList(each)}; ${quorum === null ? 'sin quórum' : `quórum de ${quorum}`}`;
}
