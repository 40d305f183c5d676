import { z } from 'zod';
import { LONGEST_FOREWORD } from '../../domain/annual-reports/asking.ts';
import { SCOPE_NAMES } from '../../domain/figures/scopes.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { id, text } from '../../domain/text/rules.ts';
import { download } from '../downloads/contract.ts';

const year = z.coerce.number().int().min(1990).max(2100);

/** Of whom it tells: of all that the reader looks after, or of one unit of it. */
export const annualQuery = z.object({ year, faculty: id.optional(), school: id.optional() });

const annualFormat = z.enum(['html', 'pdf']);
export type AnnualFormat = z.output<typeof annualFormat>;

export type AnnualRequest = z.output<typeof annualQuery> & {
  readonly format: AnnualFormat;
  readonly foreword: string;
};

export const countAnnual = endpoint({
  method: 'GET',
  path: '/annual-reports',
  permission: 'active',
  summary:
    'Of how many projects the annual report of a year would tell, and how many of them closed with a report',
  query: annualQuery,
  output: z.object({
    scope: z.enum(SCOPE_NAMES),
    projects: z.number().int(),
    /** Of these, those whose final report was accepted: their texts are told. */
    closed: z.number().int(),
  }),
});

/** `id` is made by the browser once per form: sending the form twice asks once. */
export const askAnnual = endpoint({
  method: 'POST',
  path: '/annual-reports',
  permission: 'active',
  summary: 'Have the annual report of a year prepared, as a document for the browser or as PDF',
  query: annualQuery,
  body: z.object({ id, format: annualFormat, foreword: text(LONGEST_FOREWORD) }),
  output: download,
});
