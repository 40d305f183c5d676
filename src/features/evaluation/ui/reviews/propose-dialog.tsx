import { Alert, Button, Group, Modal, Skeleton, Stack, Switch, Table, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../../domain/text/format.ts';
import { plain } from '../../../../domain/text/plain.ts';
import { useReturnFocus } from '../../../../web/form/dialog-focus.ts';
import { t } from '../../../../web/i18n/i18n.ts';
import { messageOf } from '../../../../web/problem-error.ts';
import cards from '../../../../web/table/cards.module.css';
import { Pages } from '../../../../web/table/pages.tsx';
import { ActionButton } from '../../../../web/ui/action-button.tsx';
import { CandidateSelect, preferenceText, topicsText } from './assign-dialog.tsx';
import classes from './matrix.module.css';
import { type Place, useProposal } from './use-proposal.tsx';

const SIZE = 50;

type Editing = ReturnType<typeof useProposal>;

/** Where a place is shown: by its proposal or who is proposed. */
const isFound = ({ code, title, who }: Place, words: string) =>
  plain(`${code} ${title} ${who?.name ?? ''}`).includes(plain(words));

function PlacesTable({ proposal }: { proposal: Editing }) {
  const [words, setWords] = useState('');
  const [onlyEmpty, setOnlyEmpty] = useState(false);
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<string | null>(null);
  const shown = proposal.places.filter(p => isFound(p, words) && !(onlyEmpty && p.who));
  const pages = Math.max(1, Math.ceil(shown.length / SIZE));
  const current = Math.min(page, pages);
  return (
    <>
      <Group gap="sm">
        <TextInput
          aria-label="Buscar en la propuesta"
          placeholder="Código, título o persona"
          w={{ base: '100%', sm: 260 }}
          value={words}
          onChange={event => setWords(event.currentTarget.value)}
        />
        <Switch
          label="Solo lo que queda sin nadie"
          checked={onlyEmpty}
          onChange={event => setOnlyEmpty(event.currentTarget.checked)}
        />
      </Group>
      <Table className={cards.cards ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Propuesta</Table.Th>
            <Table.Th scope="col">Evalúa</Table.Th>
            <Table.Th scope="col">Acciones</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.slice((current - 1) * SIZE, current * SIZE).map(place => (
            <PlaceRow
              key={place.key}
              place={place}
              proposal={proposal}
              isOpen={opened === place.key}
              onOpen={isOpen => setOpened(isOpen ? place.key : null)}
            />
          ))}
        </Table.Tbody>
      </Table>
      {shown.length === 0 && <Text size="sm">Nada coincide con la búsqueda.</Text>}
      <Pages total={pages} value={current} onChange={setPage} />
    </>
  );
}

interface RowProps {
  place: Place;
  proposal: Editing;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

function PlaceRow({ place, proposal, isOpen, onOpen }: RowProps) {
  const { key, projectId, code, title, who } = place;
  const { places, change } = proposal;
  const taken = places.flatMap(p => (p.projectId === projectId && p.key !== key && p.who ? [p.who.id] : []));
  const problem = proposal.problemOf(key);
  return (
    <Table.Tr>
      <Table.Td data-label="Propuesta" className={classes.proposed ?? ''}>
        <strong>{code}</strong>
        <Text size="sm">{title}</Text>
      </Table.Td>
      <Table.Td data-label="Evalúa" className={classes.proposed ?? ''}>
        {isOpen ? (
          <CandidateSelect
            projectId={projectId}
            value={who?.id ?? null}
            taken={taken}
            onChange={(_id, chosen) => {
              if (chosen) change(key, chosen);
              onOpen(false);
            }}
          />
        ) : (
          <Proposed place={place} load={proposal.loads.get(who?.id ?? '') ?? 0} />
        )}
        {problem && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {problem}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label="Acciones">
        <Group gap={4}>
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`${who ? 'Cambiar' : 'Elegir'} a quien evalúa ${code}`}
            onClick={() => onOpen(!isOpen)}
          >
            {isOpen ? 'Dejar así' : who ? 'Cambiar' : 'Elegir'}
          </Button>
          {who && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              aria-label={`Quitar a ${who.name} de ${code}`}
              onClick={() => change(key, null)}
            >
              Quitar
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

/** Who is proposed and why; or what keeps everybody from it. */
function Proposed({ place: { who, reasons, isChanged }, load }: { place: Place; load: number }) {
  if (who)
    return (
      <>
        {who.name}
        <Text size="xs" c="dimmed">
          {[
            isChanged && 'la elegiste tú',
            preferenceText(who.preference),
            topicsText(who.topics) || 'su experticia no nombra el tema',
            `${formatCount(load, 'evaluación', 'evaluaciones')} con lo propuesto`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </>
    );
  if (isChanged) return <em>Sin invitar a nadie</em>;
  return (
    <>
      <strong>No queda nadie</strong>
      <Text size="xs" c="dimmed">
        {reasons.length === 0
          ? 'Ninguna persona tiene el rol de Evaluación.'
          : reasons.map(r => `${formatCount(r.count, 'persona', 'personas')}: ${r.reason}`).join(' ')}
      </Text>
    </>
  );
}

interface ProposeProps {
  call: string | null;
  /** How many proposals others arrange, as the reader takes part. */
  withheld: number;
  onClose: () => void;
}

/** Who could review what still lacks reviewers, and why; edited here, then sent as a whole or not at all. */
export function ProposeDialog({ call, withheld, onClose }: ProposeProps) {
  useReturnFocus();
  const [blind, setBlind] = useState(false);
  const proposal = useProposal(call, onClose);
  const { data, places, count, failure, isEdited } = proposal;
  const empty = places.length - count;
  return (
    <Modal
      opened
      size="xl"
      onClose={onClose}
      closeOnClickOutside={!isEdited}
      closeOnEscape={!isEdited}
      title="Asignación propuesta"
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack>
        <Text size="sm">
          Llena cada lugar sin conflictos, con alguien que conozca el tema en cada propuesta, y reparte la
          carga por igual; después sigue las preferencias. Puedes cambiarla antes de enviarla.
        </Text>
        {!data && !failure && <Skeleton h={160} />}
        {data && empty > 0 && (
          <Alert color="orange">
            {empty === 1
              ? 'Queda 1 evaluación sin nadie: la fila dice por qué.'
              : `Quedan ${empty} evaluaciones sin nadie: cada fila dice por qué.`}
          </Alert>
        )}
        {data && places.length === 0 && (
          <Text>
            {withheld > 0 ? 'En las demás propuestas no falta asignar a nadie.' : 'No falta asignar a nadie.'}
          </Text>
        )}
        {places.length > 0 && <PlacesTable proposal={proposal} />}
        {!call && (
          <Switch
            label="A ciegas donde no hay convocatoria"
            checked={blind}
            onChange={event => setBlind(event.currentTarget.checked)}
          />
        )}
        {failure && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {messageOf(failure)}
          </Text>
        )}
        <ActionButton
          className={classes.send ?? ''}
          reason={count > 0 ? null : 'No hay nada que asignar.'}
          loading={proposal.inviting}
          onClick={() => proposal.invite(blind)}
        >
          {count === 1 ? 'Enviar 1 invitación' : `Enviar ${count} invitaciones`}
        </ActionButton>
      </Stack>
    </Modal>
  );
}
