import { Alert, Button, Group, Text } from '@mantine/core';
import { committeeWords } from '../../../../domain/calls/committee.ts';
import { formatList } from '../../../../domain/text/format.ts';
import type { CallSettings } from '../../contract.ts';
import { type CallForm, same, settingsOf } from './use-call-form.tsx';

const LABELS: Record<keyof CallSettings, string> = {
  name: 'Nombre',
  year: 'Año',
  opensAt: 'Abre',
  closesAt: 'Cierra',
  endorseUntil: 'Vistos buenos hasta',
  correctionDays: 'Días para corregir',
  evaluationUntil: 'Evaluación hasta',
  resolutionAt: 'Resolución',
  appealDays: 'Días para apelar',
  answerDays: 'Días para responder una apelación',
  invitationDays: 'Días para responder una invitación',
  executionFrom: 'Ejecución desde',
  executionTo: 'Ejecución hasta',
  waitlistUntil: 'Lista de espera hasta',
  committee: 'Comisión',
  blind: 'Evaluación a ciegas',
  reviews: 'Evaluaciones por propuesta',
  minimum: 'Puntaje mínimo',
  gap: 'Diferencia',
  consensusDays: 'Días para un consenso',
  proposalsPerLead: 'Propuestas por responsable',
  blocksOverdue: 'Informes atrasados',
  categoryCaps: 'Topes por categoría',
  partnerMinimum: 'Aporte mínimo de socios',
  studentMinimum: 'Mínimo de estudiantes',
  instalments: 'Cuotas',
  reportDates: 'Fechas de los informes de avance',
  graceDays: 'Días de gracia para gastos',
  publishesResults: 'Resultados públicos',
  lines: 'Líneas',
  quotas: 'Cupos por facultad',
  rubric: 'Pauta',
  questions: 'Preguntas',
  documents: 'Documentos',
  publicText: 'Bases',
};

/** Somebody else saved first: what differs, and whose stays. Nothing is lost until one is chosen. */
export function Conflict({ edited }: { edited: CallForm }) {
  const { newer, form, base, saveOver, adopt } = edited;
  if (!newer) return null;
  const stored = settingsOf(newer);
  const changed = (Object.keys(LABELS) as (keyof CallSettings)[]).filter(
    key => !same(stored[key], base[key]),
  );
  const both = changed.filter(
    key => !same(form.values[key], base[key]) && !same(form.values[key], stored[key]),
  );
  const namesOf = (keys: typeof both) => formatList(keys.map(key => LABELS[key]));
  return (
    <Alert color="orange" role="alert" mb="sm" title="Otra persona guardó cambios mientras editabas">
      {changed.length > 0 && <Text size="sm">Cambió: {namesOf(changed)}.</Text>}
      <Text size="sm">
        {both.length > 0
          ? `También cambiaste tú: ${namesOf(both)}. Si guardas lo tuyo, queda lo que escribiste.`
          : 'Nada de eso lo cambiaste tú: si guardas lo tuyo, quedan ambos cambios.'}
      </Text>
      {changed.includes('committee') && (
        <Text size="sm">Comisión guardada: {committeeWords(stored.committee)}.</Text>
      )}
      {both.includes('committee') && (
        <Text size="sm">Tu comisión: {committeeWords(form.values.committee)}.</Text>
      )}
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" variant="default" onClick={() => adopt(newer)}>
          Usar lo guardado
        </Button>
        <Button size="compact-sm" onClick={() => void saveOver(newer)}>
          Guardar lo mío
        </Button>
      </Group>
    </Alert>
  );
}
