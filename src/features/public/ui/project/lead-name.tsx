import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { SavedSwitch } from '../../../../web/form/choices/saved-switch.tsx';
import { useWrite } from '../../../../web/query.ts';
import { ConfirmDialog } from '../../../../web/ui/dialogs/confirm-dialog.tsx';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import { showLeadName } from '../../contract.ts';
import classes from '../publication.module.css';
import type { PublicationProps } from './state-box.tsx';
import { usePublicationChanged } from './use-publication.tsx';

/** The only name that is ever shown, and by nobody but whom it belongs to. */
export function LeadName({ project, publication }: PublicationProps) {
  const { lead, mayShowName, mayManage } = publication;
  return (
    <section className={classes.part} aria-labelledby="publication-name">
      <h3 id="publication-name">Nombre del responsable</h3>
      {mayShowName ? (
        <OwnName project={project} publication={publication} />
      ) : (
        <Text size="sm">
          {lead.isShown
            ? `Se muestra el nombre de ${lead.name}.`
            : `No se muestra ningún nombre. Solo ${lead.name} puede mostrar el suyo.`}
        </Text>
      )}
      {!mayShowName && mayManage && lead.isShown && <TakeOff project={project} publication={publication} />}
    </section>
  );
}

function OwnName({ project, publication }: PublicationProps) {
  const { kind, id } = project;
  const change = usePublicationChanged(project);
  const write = useWrite(showLeadName);
  const save = async (shown: boolean) => {
    await change(await write.mutateAsync({ params: { kind, id }, body: { shown } }));
    toasts.success(shown ? 'Tu nombre se muestra.' : 'Tu nombre ya no se muestra.');
  };
  return (
    <SavedSwitch
      label="Mostrar mi nombre como responsable"
      description="Se guarda de inmediato. Solo tú puedes mostrarlo; tu alterno y la oficina pueden quitarlo."
      checked={publication.lead.isShown}
      save={save}
    />
  );
}

/** Whoever decides what the project shows may take off a name that is not theirs, but not put it back. */
function TakeOff({ project, publication: { lead } }: PublicationProps) {
  const [asking, setAsking] = useState(false);
  const { kind, id } = project;
  const change = usePublicationChanged(project);
  const write = useWrite(showLeadName);
  const takeOff = async () => {
    const after = await write.mutateAsync({ params: { kind, id }, body: { shown: false } });
    setAsking(false);
    toasts.success('El nombre ya no se muestra.');
    await change(after);
  };
  return (
    <div className={classes.tools}>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        Quitar el nombre
      </Button>
      <ConfirmDialog
        open={asking}
        title="Quitar el nombre"
        confirm="Quitar"
        onConfirm={takeOff}
        onCancel={() => setAsking(false)}
      >
        Deja de verse de inmediato. Solo {lead.name} puede volver a mostrarlo.
      </ConfirmDialog>
    </div>
  );
}
