import { formatDateTime } from '../../text/format.ts';
import { composeLetter, greetingOf, type Letter, linkTo, textValue } from '../letters.ts';

const TEXT = {
  subject: 'Correo de prueba',
  body:
    '<p>Hola, {nombre}:</p><p>Pediste este correo el {momento} para probar el envío. Si lo lees, los correos de la ' +
    'plataforma están saliendo. Revisa también que no haya llegado como correo no deseado.</p><p>{enlace}</p>',
};

/** What somebody asks for to see that mails leave. */
export const testLetterOf = ({ to, at }: { readonly to: string; readonly at: Date }): Letter =>
  composeLetter(TEXT, TEXT.subject, {
    ...greetingOf(to),
    momento: textValue(formatDateTime(at)),
    enlace: linkTo('/admin/mail', 'Ver los correos'),
  });
