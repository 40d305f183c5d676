import { IconMessageQuestion } from '@tabler/icons-react';
import { paths } from '../../../../web/routing/paths.ts';
import { Pill } from '../../../../web/ui/status/pill.tsx';
import { WhoseTurn } from '../../../../web/ui/status/whose-turn.tsx';
import { WorkLine } from '../../../../web/ui/work-lines.tsx';
import type { WaitingQuestion } from '../../questions/contract.ts';

/** A reviewer's question among what waits for somebody. */
export function QuestionLine({ question }: { question: WaitingQuestion }) {
  const { project, askedAt, due, overdue } = question;
  const turn = { people: [], office: false, since: askedAt, due, overdue, mine: true, next: null };
  return (
    <WorkLine
      href={paths.project(project.kind, project.id)}
      title={project.title}
      mark={
        <Pill icon={IconMessageQuestion} tone="attention">
          Quien evalúa te pregunta
        </Pill>
      }
      facts={project.code}
      turn={<WhoseTurn turn={turn} />}
    />
  );
}
