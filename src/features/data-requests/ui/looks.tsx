import {
  IconBan,
  IconCircleCheck,
  IconCircleHalf2,
  IconCircleX,
  IconHourglass,
  type TablerIcon,
} from '@tabler/icons-react';
import {
  DATA_REQUEST_STATES,
  type DataRequestState,
  isOpenRequest,
  RECORDED_CHANNELS,
  REQUEST_CHANNELS,
  REQUEST_OUTCOMES,
  type RequestOutcome,
} from '../../../domain/privacy/requests.ts';
import { DATA_RIGHTS } from '../../../domain/privacy/rights.ts';
import { labelIn } from '../../../domain/text/format.ts';
import { DateTime } from '../../../web/ui/format.tsx';
import { Pill, type Tone } from '../../../web/ui/status/pill.tsx';
import { Due } from '../../../web/ui/status/whose-turn.tsx';
import type { DataRequest, OwnDataRequest } from '../contract.ts';

interface Look {
  readonly icon: TablerIcon;
  readonly tone: Tone;
}
const STATE_LOOKS: Record<DataRequestState, Look> = {
  open: { icon: IconHourglass, tone: 'attention' },
  answered: { icon: IconCircleCheck, tone: 'quiet' },
  withdrawn: { icon: IconBan, tone: 'quiet' },
};
const OUTCOME_LOOKS: Record<RequestOutcome, Look> = {
  granted: { icon: IconCircleCheck, tone: 'good' },
  partly: { icon: IconCircleHalf2, tone: 'review' },
  refused: { icon: IconCircleX, tone: 'bad' },
};

type Standing = Pick<OwnDataRequest, 'state' | 'outcome'>;

/** How it stands; of one that was answered, what came of it. */
export const standingLabel = ({ state, outcome }: Standing): string =>
  outcome ? labelIn(REQUEST_OUTCOMES, outcome) : labelIn(DATA_REQUEST_STATES, state);

export function RequestPill({ request }: { request: Standing }) {
  const { icon, tone } = request.outcome ? OUTCOME_LOOKS[request.outcome] : STATE_LOOKS[request.state];
  return (
    <Pill icon={icon} tone={tone}>
      {standingLabel(request)}
    </Pill>
  );
}

export const rightLabel = ({ right }: Pick<OwnDataRequest, 'right'>): string => labelIn(DATA_RIGHTS, right);
export const channelLabel = ({ channel }: Pick<DataRequest, 'channel'>): string =>
  labelIn(REQUEST_CHANNELS, channel);

/** The office recorded it; the others were filed by the persons themselves, from their account. */
export const isRecorded = ({ channel }: Pick<DataRequest, 'channel'>): boolean =>
  RECORDED_CHANNELS.some(({ value }) => value === channel);

/** Until when it is answered: what nears or is late stands out, as long as it is open. */
export function RequestDue({ request }: { request: Pick<OwnDataRequest, 'state' | 'due' | 'overdue'> }) {
  const { state, due, overdue } = request;
  return isOpenRequest(state) ? <Due due={due} overdue={overdue} /> : <DateTime value={due} />;
}
