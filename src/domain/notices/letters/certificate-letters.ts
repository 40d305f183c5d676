import { certificatePath } from '../../certificates/codes.ts';
import { formatCount } from '../../text/format.ts';
import type { NewCertificate } from '../events.ts';
import {
  composeLetter,
  escapeHtml,
  greetingOf,
  type Letter,
  linkTo,
  quoteOf,
  textValue,
} from '../letters.ts';
import { MAIL_TEMPLATE_INFO, type MailText } from '../mail-texts.ts';

/** What a mail says to somebody without an account of the certificates they were given. */
export interface CertificateFacts {
  readonly to: string;
  readonly certificates: readonly (NewCertificate & { readonly code: string })[];
}

/** Most of them in one mail. */
export const MOST_IN_LETTER = 20;

/** For people who may have no account, and so no notices to choose from. */
const FOOTER =
  'Recibes este correo porque participaste en un proyecto de la universidad y quedó anotado este correo. Solo te ' +
  'escribimos cuando se emite un certificado a tu nombre.';

export function certificateLetterOf(
  { to, certificates }: CertificateFacts,
  text: MailText = MAIL_TEMPLATE_INFO.certificate.original,
): Letter {
  const count = formatCount(certificates.length, 'certificado', 'certificados');
  const parts = certificates.map(({ title, folio, statement, code }) => ({
    ...{ head: `${title} ${folio}`, statement },
    link: linkTo(certificatePath(code), 'Ver el certificado'),
  }));
  const each = parts.map(({ head, statement, link }) => {
    const words = textValue(`${head}: ${statement}`);
    return {
      text: `${words.text}\n${link.text}`,
      html: `${words.html}<br>${link.html}`,
      quote: quoteOf(head, `${escapeHtml(statement)}<br>${link.html}`),
    };
  });
  return composeLetter(
    text,
    `Recibiste ${count}`,
    {
      ...greetingOf(to),
      cantidad: textValue(count),
      enlace: {
        text: each.map(one => one.text).join('\n\n'),
        html: each.map(one => one.html).join('<br>'),
        alone: each.map(one => one.quote).join('\n'),
      },
    },
    FOOTER,
  );
}
