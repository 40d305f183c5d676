import { REQUEST_OUTCOMES, type RequestOutcome } from '../../privacy/requests.ts';
import { DATA_RIGHTS, type DataRight } from '../../privacy/rights.ts';
import { labelIn, lowerFirst } from '../../text/format.ts';
import { composeLetter, dueWords, greetingOf, type Letter, linkTo, textValue } from '../letters.ts';
import { MAIL_TEMPLATE_INFO, type MailText } from '../mail-texts.ts';

/** What a mail says to whoever asked about their data. */
export interface DataRequestFacts {
  readonly to: string;
  readonly code: string;
  readonly right: DataRight;
  readonly what: 'received' | 'extended' | 'answered';
  /** Once it is answered. */
  readonly outcome: RequestOutcome | null;
  /** The answer, or why it takes longer; empty as it comes in. */
  readonly words: string;
  /** Until when it is answered; null once it is. */
  readonly due: Date | null;
}

const FOOTER =
  'Recibes este correo porque pediste algo sobre tus datos personales. Si no estás conforme con la respuesta, puedes ' +
  'reclamar ante la Agencia de Protección de Datos Personales.';

function newsOf({ what, outcome }: DataRequestFacts): string {
  if (what === 'received') return 'Recibimos tu solicitud sobre datos personales';
  if (what === 'extended') return 'Ampliamos el plazo para responder tu solicitud sobre datos personales';
  return `Tu solicitud sobre datos personales fue ${lowerFirst(labelIn(REQUEST_OUTCOMES, outcome))}`;
}

export function dataRequestLetterOf(
  facts: DataRequestFacts,
  text: MailText = MAIL_TEMPLATE_INFO.data_request.original,
): Letter {
  const { to, code, right, words, due } = facts;
  const news = newsOf(facts);
  return composeLetter(
    text,
    `${news}: ${code}`,
    {
      ...greetingOf(to),
      solicitud: textValue(code),
      derecho: textValue(lowerFirst(labelIn(DATA_RIGHTS, right))),
      novedad: textValue(news),
      respuesta: textValue(words),
      vence: textValue(due && dueWords(due)),
      enlace: linkTo('/publico/privacidad', 'Ver el aviso de privacidad'),
    },
    FOOTER,
  );
}
