import { isOpenRequest, RIGHT_HELP } from '../../../domain/privacy/requests.ts';
import { lowerFirst } from '../../../domain/text/format.ts';
import { Fact, Facts } from '../../../web/ui/facts/facts.tsx';
import { DateTime } from '../../../web/ui/format.tsx';
import { Due } from '../../../web/ui/status/whose-turn.tsx';
import type { DataRequest } from '../contract.ts';
import { channelLabel, isRecorded, RequestPill, rightLabel } from './looks.tsx';

interface Props {
  request: DataRequest;
}

const identityOf = (request: DataRequest): string =>
  isRecorded(request) ? request.identity : 'Hizo la solicitud desde su cuenta.';

/** Who asks for what since when, and what came of it. */
export function RequestFacts({ request: r }: Props) {
  return (
    <Facts>
      <Fact name="Estado">
        <RequestPill request={r} />
      </Fact>
      <Fact name="Derecho">
        {rightLabel(r)}: {lowerFirst(RIGHT_HELP[r.right])}
      </Fact>
      <Fact name="Persona">{r.name}</Fact>
      <Fact name="Correo">{r.email}</Fact>
      <Fact name="Documento">{r.document}</Fact>
      <Fact name="Recibida">
        <DateTime value={r.receivedOn} />, por {lowerFirst(channelLabel(r))}
      </Fact>
      <Fact name="Qué pide">{r.details}</Fact>
      <Clock request={r} />
      <Fact name="Identidad">{identityOf(r)}</Fact>
      <Settled request={r} />
    </Facts>
  );
}

/** Until when it is answered, and why that is later than usual. */
function Clock({ request: r }: Props) {
  const isOpen = isOpenRequest(r.state);
  return (
    <>
      <Fact name="Plazo">
        {isOpen ? 'Vence' : 'Vencía'} el <DateTime value={r.due} />
        {isOpen && r.overdue && (
          <>
            {' '}
            <Due due={r.due} overdue />
          </>
        )}
      </Fact>
      {r.extendedAt && (
        <Fact name="Ampliado">
          <DateTime value={r.extendedAt} />: {r.extensionReason}
        </Fact>
      )}
    </>
  );
}

function Settled({ request: r }: Props) {
  if (isOpenRequest(r.state)) return null;
  return (
    <>
      <Fact name="Cerrada">
        <DateTime value={r.settledAt} withTime />
        {r.settledBy && `, por ${r.settledBy}`}
      </Fact>
      <Fact name={r.outcome ? 'Respuesta' : 'Nota'}>{r.answer}</Fact>
    </>
  );
}
