import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../../web/api.ts';
import { ReasonedDecision } from '../../../../web/form/reasoned-decision.tsx';
import { outdate } from '../../../../web/query.ts';
import { ConfirmDialog } from '../../../../web/ui/dialogs/confirm-dialog.tsx';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import type { ProjectAddress } from '../../../project-record/ui/project-cache.tsx';
import { getPublication, withholdProject } from '../../contract.ts';
import classes from '../publication.module.css';
import { usePublicationChanged } from './use-publication.tsx';

const WITHHOLD = 'Retirar del catálogo público';
const RELEASE = 'Volver a mostrar';

interface Props {
  project: ProjectAddress;
  isWithheld: boolean;
}

/** The office keeps a project from the public pages, or lets it back. */
export function Withholding({ project, isWithheld }: Props) {
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const change = usePublicationChanged(project);
  const close = () => setAsking(false);
  const { kind, id } = project;
  const store = async (withheld: boolean, reason: string) =>
    change(await request(withholdProject, { params: { kind, id }, body: { withheld, reason } }));
  const release = async () => {
    await store(false, '');
    close();
    toasts.success('La oficina ya no lo retira.');
  };
  return (
    <div className={classes.tools}>
      <Button size="xs" variant="default" color={isWithheld ? 'cyan' : 'red'} onClick={() => setAsking(true)}>
        {isWithheld ? RELEASE : WITHHOLD}
      </Button>
      <ConfirmDialog
        open={asking && isWithheld}
        title={RELEASE}
        confirm={RELEASE}
        onConfirm={release}
        onCancel={close}
      >
        Se ve de nuevo con todo lo que sus responsables decidieron mostrar, si nada más lo impide.
      </ConfirmDialog>
      {asking && !isWithheld && (
        <ReasonedDecision
          title={WITHHOLD}
          accept={false}
          isLastResort={false}
          draftKey={['project', id, 'withhold']}
          least={10}
          most={1000}
          kept="Lo leen las personas del proyecto."
          done="Proyecto retirado del catálogo público."
          store={reason => store(true, reason)}
          refresh={() => outdate(client, getPublication)}
          onClose={close}
        >
          <Text size="sm">
            Deja de verse de inmediato, con sus fotos y resultados, aunque sus responsables consientan. Se
            puede volver a mostrar.
          </Text>
        </ReasonedDecision>
      )}
    </div>
  );
}
