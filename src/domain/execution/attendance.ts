import { z } from 'zod';
import { RULES } from '../text/rule-messages.ts';
import { optionOf, personName, text } from '../text/rules.ts';
import { cleanIdentifier, IDENTIFIER_ERRORS, IDENTIFIER_KINDS } from './identifiers.ts';
import { ATTENDANCE_GROUPS } from './people.ts';

/** Most people added at once. */
export const MOST_ATTENDANCES = 5000;
/** Below this age nobody writes themselves down: a guardian allows it, or they are only counted. */
export const LEAST_AGE = 14;

/** Somebody who came, as the list keeps them. */
export const attendanceFields = z
  .object({
    name: personName(150, 2),
    identifierKind: z.enum(IDENTIFIER_KINDS),
    identifier: text(254).default(''),
    group: optionOf(ATTENDANCE_GROUPS),
    /** Who allowed it for somebody below the least age; else empty. */
    guardian: personName(150).default(''),
  })
  .check(context => {
    const { identifierKind: kind, identifier } = context.value;
    const clean = cleanIdentifier(kind, identifier);
    if (clean !== null) context.value.identifier = clean;
    else if (kind !== 'none')
      context.issues.push({
        code: 'custom',
        path: ['identifier'],
        input: identifier,
        message: identifier === '' ? RULES.required : IDENTIFIER_ERRORS[kind],
      });
  });
export type AttendanceFields = z.output<typeof attendanceFields>;
