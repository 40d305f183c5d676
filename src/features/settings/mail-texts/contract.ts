import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { mailTextInput } from '../../../domain/notices/mail-text-input.ts';
import { MAIL_TEMPLATES } from '../../../domain/notices/mail-texts.ts';
import { instant } from '../../../domain/text/rules.ts';
import { mailText } from '../contract.ts';

export const saveMailText = endpoint({
  method: 'PUT',
  path: '/settings/mail-texts',
  permission: 'settings.manage',
  summary: 'Change the text of a mail, from the next one on; 409 when somebody changed it since',
  body: mailTextInput.safeExtend({ updatedAt: instant.nullable() }),
  output: mailText,
});

export const restoreMailText = endpoint({
  method: 'DELETE',
  path: '/settings/mail-texts/:template',
  permission: 'settings.manage',
  summary: 'Back to the original text',
  params: z.object({ template: z.enum(MAIL_TEMPLATES) }),
  output: mailText,
});
