import { z } from 'zod';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { MAIL_TEMPLATES } from '../../domain/notices/mail-texts.ts';
import { day, instant, period, plannedDay, text } from '../../domain/text/rules.ts';

const DOMAIN = /^(?=.{3,253}$)([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/;

const isUnique = (values: readonly string[]) => new Set(values).size === values.length;
const REPEATED = 'Hay elementos repetidos.';

// Said of the list as a whole: its field shows one message, not one an element.
const domains = z
  .array(z.string().trim().toLowerCase())
  .max(50)
  .refine(
    all => all.every(one => DOMAIN.test(one)),
    'Escribe dominios completos, por ejemplo universidad.cl.',
  )
  .refine(isUnique, REPEATED);
const periods = z
  .array(z.string().trim())
  .min(1)
  .max(60)
  .refine(
    all => all.every(one => period.safeParse(one).success),
    'Escribe año y semestre, por ejemplo 2026-1.',
  )
  .refine(isUnique, REPEATED);

/** What an office changes without a restart; it holds from the next request on. */
export const settingsFields = z
  .object({
    /** Whoever signs in first with an address of these becomes an academic. */
    academicDomains: domains,
    /** Known domains whose people wait for the office. */
    pendingDomains: domains,
    uploadLimitMb: z.number().int().min(1).max(2000),
    /** Percentage of an award that may move between categories of its budget without a request. */
    budgetMoveShare: z.number().int().min(0).max(100),
    /** Files that no virus scanner looked at are handed over, too. */
    serveUnscanned: z.boolean(),
    periods,
  })
  .superRefine(({ academicDomains, pendingDomains }, context) => {
    const both = pendingDomains.filter(d => academicDomains.includes(d));
    if (both.length > 0)
      context.addIssue({
        code: 'custom',
        path: ['pendingDomains'],
        message: `Está en las dos listas: ${both.join(', ')}.`,
      });
  });

export const holiday = z.object({ day, name: text(100, 1) });
export type Holiday = z.infer<typeof holiday>;

const settings = z.object({
  academicDomains: z.array(z.string()),
  pendingDomains: z.array(z.string()),
  uploadLimitMb: z.number().int(),
  budgetMoveShare: z.number().int(),
  serveUnscanned: z.boolean(),
  periods: z.array(z.string()),
  updatedAt: instant,
  updatedBy: z.string().nullable(),
  /** By day. */
  holidays: z.array(holiday),
});
export type SettingsView = z.infer<typeof settings>;

export const getSettings = endpoint({
  method: 'GET',
  path: '/settings',
  permission: 'settings.manage',
  summary: 'What the office changes without a restart',
  output: settings,
});

export const saveSettings = endpoint({
  method: 'PUT',
  path: '/settings',
  permission: 'settings.manage',
  summary: 'Change domains, upload limit and periods; 409 when somebody changed them since',
  body: settingsFields.safeExtend({ updatedAt: instant }),
  output: settings,
});

export const addHoliday = endpoint({
  method: 'POST',
  path: '/settings/holidays',
  permission: 'settings.manage',
  summary: 'A day that does not count as a working day, for dues worked out from now on',
  body: holiday.extend({ day: plannedDay }),
  output: settings,
});

export const removeHoliday = endpoint({
  method: 'DELETE',
  path: '/settings/holidays/:day',
  permission: 'settings.manage',
  summary: 'Let a day count as a working day again',
  params: z.object({ day }),
  output: settings,
});

export const mailText = z.object({
  template: z.enum(MAIL_TEMPLATES),
  subject: z.string(),
  /** Rich text. */
  body: z.string(),
  /** Null while the original holds. */
  updatedAt: instant.nullable(),
  updatedBy: z.string().nullable(),
});
export type StoredMailText = z.infer<typeof mailText>;

export const getMailTexts = endpoint({
  method: 'GET',
  path: '/settings/mail-texts',
  permission: 'settings.manage',
  summary: 'The text of every mail',
  output: z.array(mailText),
});
