import { Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { OutputOf } from '../../../../domain/kit/endpoint.ts';
import { dataRequestRules } from '../../../../domain/settings/data-requests.ts';
import { request } from '../../../../web/api.ts';
import { SavedForm } from '../../../../web/form/autosave/saved-form.tsx';
import { DateField } from '../../../../web/form/dates/date-field.tsx';
import { TextField } from '../../../../web/form/fields.tsx';
import { keyOf, outdate, useRead } from '../../../../web/query.ts';
import { SideDrawer } from '../../../../web/ui/dialogs/side-drawer.tsx';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { listDataRequests } from '../../contract.ts';
import { getDataRequestRules, saveDataRequestRules } from '../../rules/contract.ts';

interface DrawerProps {
  onClose: () => void;
}

/** From when the clock of requests runs, and where persons write. */
export function RulesDrawer({ onClose }: DrawerProps) {
  const { data, error, refetch } = useRead(getDataRequestRules, {});
  return (
    <SideDrawer onClose={onClose} title="Plazo y correo">
      {data ? (
        <RulesForm stored={data} onClose={onClose} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton h="8rem" />
      )}
    </SideDrawer>
  );
}

interface FormProps extends DrawerProps {
  stored: OutputOf<typeof getDataRequestRules>;
}

function RulesForm({ stored, onClose }: FormProps) {
  const client = useQueryClient();
  return (
    <SavedForm
      key={stored.updatedAt}
      schema={dataRequestRules}
      stored={stored}
      draftKey={['data-requests']}
      save={body => request(saveDataRequestRules, { body })}
      onSaved={after => {
        client.setQueryData(keyOf(getDataRequestRules, {}), after);
        // What is open is due on another day.
        void outdate(client, listDataRequests);
        onClose();
      }}
      submit="Guardar"
      said="Plazo y correo guardados."
    >
      <DateField
        name="clockFrom"
        label="El plazo para responder corre desde"
        description="Entrada en vigencia de la Ley 21.719. Cada solicitud se responde en 30 días corridos desde que llega, o desde este día si llegó antes."
      />
      <TextField
        name="contact"
        type="email"
        label="Correo para solicitudes de datos"
        description="Se muestra junto al aviso de privacidad, para quien no tiene cuenta. Puede quedar vacío."
      />
    </SavedForm>
  );
}
