import { Skeleton } from '@mantine/core';
import { type CertificateRule, givesNone, isByActivity } from '../../../../domain/certificates/rules.ts';
import { isFinal } from '../../../../domain/kinds/statuses.ts';
import { isAdmin } from '../../../../domain/kit/actor.ts';
import { ProblemError } from '../../../../web/problem-error.ts';
import { useRead } from '../../../../web/query.ts';
import { paths } from '../../../../web/routing/paths.ts';
import { useSessionUser } from '../../../../web/storage.ts';
import { EmptyState } from '../../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { TextLink } from '../../../../web/ui/link.tsx';
import type { PartProps } from '../../../project-record/ui/project-slots.tsx';
import { type ProjectCertificates as Given, getProjectCertificates } from '../../issuing/contract.ts';
import classes from '../certificates.module.css';
import { shareWords } from '../looks.tsx';
import { Activities } from './activities.tsx';
import { IssuedList } from './issued-list.tsx';

/** The certificates of a project, and what it may still issue. */
export function ProjectCertificates({ project }: PartProps) {
  const params = { kind: project.kind, id: project.id };
  const { data, error, refetch } = useRead(getProjectCertificates, { params });
  if (error && !data) {
    if (error instanceof ProblemError && error.code === 'forbidden')
      return <EmptyState headingLevel={3} title="No hay certificados de este proyecto que puedas ver" />;
    return <ErrorState error={error} onRetry={() => void refetch()} headingLevel={3} />;
  }
  if (!data) return <Skeleton h={160} aria-busy />;
  return (
    <>
      <p className={classes.quiet}>{ruleWords(data)}</p>
      {!givesNone(data.rule) && <Closing given={data} project={project} />}
      {isByActivity(data.rule) && data.givesParticipants && (
        <Activities project={project} activities={data.activities} />
      )}
      <IssuedList project={project} />
    </>
  );
}

const RULE_WORDS: Readonly<Record<CertificateRule, string>> = {
  none: 'Este tipo de proyecto no emite certificados por sí mismo: los emite la oficina, cuando se cierra.',
  activity:
    'Quienes asisten reciben un certificado por cada actividad, que se emite aquí. El equipo recibe el suyo cuando se acepta el informe final.',
  closing: 'El equipo y quienes asistieron reciben su certificado cuando se acepta el informe final.',
};
const TEAM_ALONE =
  'Según la Ficha, sus actividades no entregan certificado: solo el equipo recibe el suyo, cuando se acepta el informe final.';

const hasParticipants = ({ rule, givesParticipants }: Given): boolean =>
  givesParticipants && !isByActivity(rule);

const ruleWords = ({ rule, givesParticipants }: Given): string =>
  givesNone(rule) || givesParticipants ? RULE_WORDS[rule] : TEAM_ALONE;

interface ClosingProps extends PartProps {
  given: Given;
}

/** Those that come by themselves as the project closes. */
function Closing({ given, project }: ClosingProps) {
  const user = useSessionUser();
  const { closing } = given;
  const isOffice = user !== null && isAdmin(user);
  const isMissing = closing.issued < closing.people;
  return (
    <section className={classes.part} aria-labelledby="certificates-closing">
      <h3 id="certificates-closing">{hasParticipants(given) ? 'Equipo y participantes' : 'Equipo'}</h3>
      <p className={classes.words}>
        {shareWords(closing)} con certificado.{' '}
        {isMissing && !isFinal(project.status) && 'Se emiten solos cuando se acepta el informe final.'}
        {isMissing && isFinal(project.status) && (
          <>
            Los que faltan los emite la oficina
            {isOffice && (
              <>
                {' en '}
                <TextLink href={paths.issueCertificates()} inherit underline="always">
                  Emitir certificados
                </TextLink>
              </>
            )}
            .
          </>
        )}
      </p>
    </section>
  );
}
