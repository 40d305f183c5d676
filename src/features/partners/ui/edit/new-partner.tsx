import { useMutation } from '@tanstack/react-query';
import { ask, useReadAgain, type ValuesOf } from '../../../../web/catalogue/catalogue.ts';
import { forgetDrafts } from '../../../../web/drafts.ts';
import { useKitForm } from '../../../../web/form/form.tsx';
import { FormDrawer } from '../../../../web/form/form-drawer.tsx';
import { t } from '../../../../web/i18n/i18n.ts';
import { paths } from '../../../../web/routing/paths.ts';
import { useGo } from '../../../../web/ui/link.tsx';
import { asHtml, toasts } from '../../../../web/ui/toasts/toasts.ts';
import { createOrganisation, newOrganisation } from '../../../organisations/contract.ts';
import { EMPTY, PartnerFields } from './fields.tsx';

type Values = ValuesOf<{ create: typeof createOrganisation }>;

const DRAFT = ['partner', 'new'];

/** Adds an organisation, and leads to its page. */
export function NewPartner({ open, onClose }: { open: boolean; onClose: () => void }) {
  const go = useGo();
  const readAgain = useReadAgain();
  const form = useKitForm<Values>(newOrganisation, { ...EMPTY, confirmed: false });
  const save = useMutation({
    mutationFn: (values: Values) => ask<{ id: string; label: string }>(createOrganisation, { body: values }),
    onSuccess: async ({ id, label }) => {
      void forgetDrafts(DRAFT);
      toasts.success(t('catalogue.created', { name: asHtml(label) }));
      await readAgain();
      go(paths.partner(id));
    },
  });
  return (
    <FormDrawer
      open={open}
      title="Nueva organización"
      form={form}
      submit="Agregar organización"
      loading={save.isPending}
      submitError={save.error}
      draftKey={DRAFT}
      onClose={onClose}
      onSubmit={values => save.mutate(values)}
    >
      <PartnerFields own={null} />
    </FormDrawer>
  );
}
