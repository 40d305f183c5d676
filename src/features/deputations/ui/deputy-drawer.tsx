import { Text } from '@mantine/core';
import { localDay } from '../../../domain/kit/calendar.ts';
import { forgetDrafts } from '../../../web/drafts.ts';
import { DateField } from '../../../web/form/dates/date-field.tsx';
import { useKitForm } from '../../../web/form/form.tsx';
import { FormDrawer } from '../../../web/form/form-drawer.tsx';
import { TextAreaField } from '../../../web/form/texts/text-area-field.tsx';
import { useWrite } from '../../../web/query.ts';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import { OptionField } from '../../options/ui/option-field.tsx';
import { listDeputations, nameDeputy, newDeputation } from '../contract.ts';

interface DrawerProps {
  principal: { readonly id: string; readonly name: string };
  onClose: () => void;
}

interface Values {
  principalId: string;
  deputyId: string | null;
  firstDay: string | null;
  lastDay: string | null;
  reason: string;
}

/** Names who holds a head's steps from one day to another. */
export function DeputyDrawer({ principal, onClose }: DrawerProps) {
  const today = localDay(new Date());
  const form = useKitForm<Values>(newDeputation, {
    principalId: principal.id,
    deputyId: null,
    firstDay: today,
    lastDay: null,
    reason: '',
  });
  const draftKey = ['deputation', principal.id];
  const save = useWrite(nameDeputy, [listDeputations]);
  const send = ({ deputyId, firstDay, lastDay, ...values }: Values) =>
    save.mutate(
      { body: { ...values, deputyId: deputyId ?? '', firstDay: firstDay ?? '', lastDay: lastDay ?? '' } },
      {
        onSuccess: ({ deputy }) => {
          void forgetDrafts(draftKey);
          onClose();
          toasts.success(`Se nombró a ${asHtml(deputy.name)}.`);
        },
      },
    );
  return (
    <FormDrawer
      open
      title="Nombrar subrogante"
      submit="Nombrar subrogante"
      form={form}
      draftKey={draftKey}
      loading={save.isPending}
      submitError={save.error}
      onClose={onClose}
      onSubmit={send}
    >
      <Text size="sm">
        Mientras dure, los pasos de {principal.name} los tiene quien subroga. Si cualquiera de las dos
        personas dirige o integra un proyecto, lo decide otra.
      </Text>
      <OptionField name="deputyId" label="Subrogante" noun="person" fit="deputy" known={[]} />
      <DateField name="firstDay" label="Desde" min={today} />
      <DateField
        name="lastDay"
        label="Hasta"
        description="Incluye este día."
        min={form.values.firstDay ?? today}
      />
      <TextAreaField name="reason" label="Motivo" description="Opcional." required={false} />
    </FormDrawer>
  );
}
