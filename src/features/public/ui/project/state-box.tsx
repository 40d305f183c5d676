import { Alert, Anchor, Text } from '@mantine/core';
import { IconWorld, IconWorldOff } from '@tabler/icons-react';
import { DateTime } from '../../../../web/ui/format.tsx';
import { CopyAddress } from '../../../../web/ui/room-address.tsx';
import type { ProjectAddress } from '../../../project-record/ui/project-cache.tsx';
import type { Publication } from '../../contract.ts';
import classes from '../publication.module.css';
import { Withholding } from './withholding.tsx';

export interface PublicationProps {
  project: ProjectAddress;
  publication: Publication;
}

/** Whether anybody sees the project now, and where; or what hinders it. */
export function StateBox({ project, publication }: PublicationProps) {
  const { isPublic, address, hindrances, withheld, mayWithhold } = publication;
  const Icon = isPublic ? IconWorld : IconWorldOff;
  return (
    <section className={classes.box} aria-labelledby="publication-state">
      <h3 id="publication-state" className={classes.state}>
        <Icon size={20} aria-hidden />
        {isPublic ? 'Este proyecto es público' : 'Este proyecto no es público'}
      </h3>
      {isPublic ? (
        <PublicAddress url={address} />
      ) : (
        <ul className={classes.hindrances}>
          {hindrances.map(hindrance => (
            <li key={hindrance}>{hindrance}</li>
          ))}
        </ul>
      )}
      {withheld && (
        <Alert role="note" color="orange" title="Retirado del catálogo público" mt="sm">
          <Text size="sm">
            {withheld.by}, <DateTime value={withheld.at} withTime />
          </Text>
          <Text size="sm" className={classes.reason}>
            {withheld.reason}
          </Text>
        </Alert>
      )}
      {mayWithhold && <Withholding project={project} isWithheld={withheld !== null} />}
    </section>
  );
}

const PublicAddress = ({ url }: { url: string }) => (
  <div className={classes.address}>
    <Anchor href={url} target="_blank" rel="noreferrer">
      {url}
      <span className="visually-hidden"> (se abre en otra pestaña)</span>
    </Anchor>
    <CopyAddress url={url} />
  </div>
);
