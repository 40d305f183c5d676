import { Alert, Button, Group, Modal, Radio, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { OutputOf } from '../../../../domain/kit/endpoint.ts';
import { t } from '../../../../web/i18n/i18n.ts';
import { messageOf } from '../../../../web/problem-error.ts';
import { useRead } from '../../../../web/query.ts';
import { ActionButton } from '../../../../web/ui/action-button.tsx';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { type PairSide, previewMerge } from '../../merging/contract.ts';
import type { MergeDialogProps } from './merge-dialog.tsx';
import { OtherField } from './other-field.tsx';
import { fieldWords, holdings, sideLine } from './pair-words.tsx';
import { type Named, useMerge } from './use-merging.tsx';

type Preview = OutputOf<typeof previewMerge>;

const TITLE = 'Unir organizaciones';

/** The dialog itself; `MergeDialog` fetches it. What was chosen in it goes with it. */
export function MergeModal(props: MergeDialogProps) {
  const { open, onClose } = props;
  return (
    <Modal
      opened={open}
      onClose={onClose}
      title={TITLE}
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {open && <Merging {...props} />}
    </Modal>
  );
}

/** Merges, and keeps what was refused to be shown until the next try. */
function useMerging({ onClose, onMerged }: MergeDialogProps) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const merge = useMerge();
  const run = async (merged: Named, into: Named) => {
    setBusy(true);
    setRefusal(null);
    try {
      await merge(merged, into, done => {
        onClose();
        onMerged?.(done);
      });
    } catch (error) {
      setRefusal(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, refusal, run, forget: () => setRefusal(null) };
}

function Merging(props: MergeDialogProps) {
  const { id, name, onClose } = props;
  const [picked, setPicked] = useState<Named | null>(null);
  const [isSwapped, setSwapped] = useState(false);
  const { busy, refusal, run, forget } = useMerging(props);
  const one: Named = { id, name };
  const other = props.other ?? picked;
  const [merged, into] = isSwapped ? [one, other] : [other, one];
  const preview = useRead(
    previewMerge,
    { params: { id: merged?.id ?? id }, query: { into: into?.id ?? id } },
    { enabled: other !== null },
  );
  const { data } = preview;
  const reason = other === null ? 'Elige con cuál se une.' : data ? null : 'Falta ver qué cambia.';
  return (
    <Stack gap="sm">
      {!props.other && (
        <OtherField
          besides={id}
          chosen={picked}
          onChoose={choice => {
            forget();
            setPicked(choice);
          }}
        />
      )}
      {other && (
        <KeptField
          sides={[one, other]}
          kept={into?.id ?? id}
          preview={data}
          onKeep={kept => {
            forget();
            setSwapped(kept !== id);
          }}
        />
      )}
      {other && preview.error && !data ? (
        <ErrorState headingLevel={3} error={preview.error} onRetry={() => void preview.refetch()} />
      ) : (
        other && (data ? <Effects preview={data} /> : <Skeleton h={120} aria-hidden />)
      )}
      {refusal && (
        <Alert color="red" role="alert">
          {refusal}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <ActionButton reason={reason} loading={busy} onClick={() => merged && into && void run(merged, into)}>
          {TITLE}
        </ActionButton>
      </Group>
    </Stack>
  );
}

interface KeptFieldProps {
  sides: readonly Named[];
  kept: string;
  preview: Preview | undefined;
  onKeep: (id: string) => void;
}

function KeptField({ sides, kept, preview, onKeep }: KeptFieldProps) {
  // What they are stays the same whichever is kept: while the other way round is read, it is still shown.
  const [seen, setSeen] = useState<readonly PairSide[]>([]);
  const known = preview ? [preview.merged, preview.into] : seen;
  if (preview && !known.every(side => seen.includes(side))) setSeen(known);
  return (
    <Radio.Group label="Se mantiene" value={kept} onChange={onKeep}>
      <Stack gap="xs" mt={4}>
        {sides.map(({ id, name }) => {
          const side = known.find(each => each.id === id);
          return <Radio key={id} value={id} label={name} description={side && sideLine(side)} />;
        })}
      </Stack>
    </Radio.Group>
  );
}

/** What is shown as of the one kept from now on. */
function movedWords({ merged, into }: Preview): string {
  const has = holdings(merged);
  const gone = `deja de aparecer en el directorio, y su nombre seguirá encontrando a «${into.name}».`;
  return has
    ? `Lo que tiene «${merged.name}» (${has}) se verá como de «${into.name}». «${merged.name}» ${gone}`
    : `«${merged.name}» no tiene proyectos ni convenios: ${gone}`;
}

function Effects({ preview }: { preview: Preview }) {
  const { merged, into, taken, hasOtherRut } = preview;
  return (
    <Stack gap="sm" fz="sm" role="status">
      {hasOtherRut && (
        <Alert color="orange" icon={<IconAlertTriangle size={18} aria-hidden />} title="Tienen RUT distintos">
          Lo más probable es que sean dos organizaciones. «{into.name}» conserva su RUT, {into.rut}.
        </Alert>
      )}
      {taken.length > 0 && (
        <div>
          <Text size="sm">
            «{into.name}» toma de «{merged.name}» lo que le falta:
          </Text>
          <ul style={{ margin: 0, paddingInlineStart: '1.25rem' }}>
            {taken.map(({ field, value }) => (
              <li key={field}>
                {fieldWords(field)}: {value}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Text size="sm">{movedWords(preview)}</Text>
      <Text size="sm" c="dimmed">
        No se borra nada: puedes deshacerlo cuando quieras desde la página de «{into.name}».
      </Text>
    </Stack>
  );
}
