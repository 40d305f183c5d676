import { formatDay } from '../../text/format.ts';
import type { AgreementEvent, EndingAgreement } from '../events.ts';
import { joinAtMost, type Words } from './words.ts';

const MOST_NAMED = 5;

const nameAgreement = ({ number, organisation }: EndingAgreement) => `${number} con ${organisation}`;

/** One notice, however many end. */
export function describeEnding({ agreements }: AgreementEvent): Words {
  const [first, ...others] = agreements;
  if (others.length === 0)
    return {
      title: 'Un convenio vence pronto',
      text: `El convenio ${nameAgreement(first)} vence el ${formatDay(first.endsOn)}.`,
    };
  const named = agreements.map(each => `${nameAgreement(each)} (${formatDay(each.endsOn)})`);
  return {
    title: `${agreements.length} convenios vencen pronto`,
    text: `Vencen ${agreements.length} convenios: ${joinAtMost(named, MOST_NAMED)}.`,
  };
}
