import { Alert, Button, Group, Text } from '@mantine/core';
import type { CallSettings } from '../../contract.ts';
import { type CallForm, settingsOf } from './use-call-form.tsx';

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
  executionFrom: 'Ejecución desde',
  executionTo: 'Ejecución hasta',
  blind: 'Evaluación a ciegas',
  reviews: 'Evaluaciones por propuesta',
  minimum: 'Puntaje mínimo',
  gap: 'Diferencia',
  proposalsPerLead: 'Propuestas por responsable',
  blocksOverdue: 'Informes atrasados',
  lines: 'Líneas',
  quotas: 'Cupos por facultad',
  rubric: 'Pauta',
  questions: 'Preguntas',
  documents: 'Documentos',
  publicText: 'Bases',
};

/** Somebody else saved first: what differs, and whose stays. Nothing is lost until one is chosen. */
export function Conflict({ edited }: { edited: CallForm }) {
  const { newer, form, save, adopt } = edited;
  if (!newer) return null;
  const stored = settingsOf(newer);
  const different = (Object.keys(LABELS) as (keyof CallSettings)[]).filter(
    key => JSON.stringify(stored[key]) !== JSON.stringify(form.values[key]),
  );
  return (
    <Alert color="orange" role="alert" mb="sm" title="Otra persona guardó cambios mientras editabas">
      <Text size="sm">
        {different.length > 0
          ? `Difieren: ${different.map(key => LABELS[key]).join(', ')}.`
          : 'Lo guardado es igual a lo tuyo.'}
      </Text>
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" variant="default" onClick={() => adopt(newer)}>
          Usar lo guardado
        </Button>
        <Button size="compact-sm" onClick={() => void save(newer.version)}>
          Guardar lo mío
        </Button>
      </Group>
    </Alert>
  );
}
