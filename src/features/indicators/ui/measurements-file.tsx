import { Button } from '@mantine/core';
import { MEASUREMENT_LABELS } from '../../../domain/execution/measurement-states.ts';
import { unitOf } from '../../../domain/sections/indicator-values.ts';
import { INDICATOR_KINDS, type Indicator, kindOfIndicator } from '../../../domain/sections/indicators.ts';
import { CSV_MARK, csvLine } from '../../../domain/text/csv.ts';
import { useSaving } from '../../../web/use-saving.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import type { ProjectIndicators } from '../contract.ts';

/** Names of columns that a spreadsheet may rely on. */
const COLUMNS: readonly string[] = [
  ...['codigo_proyecto', 'indicador', 'tipo', 'unidad', 'linea_base', 'meta', 'valor_logrado'],
  ...['fecha', 'valor', 'numerador', 'denominador', 'nota', 'estado', 'motivo', 'evidencia'],
  ...['registrada_por', 'enviada', 'decidida_por', 'decidida'],
];

const kindLabel = (indicator: Indicator | undefined) =>
  INDICATOR_KINDS.find(k => k.value === kindOfIndicator(indicator ?? {}))?.label ?? '';

interface Props {
  indicators: readonly Indicator[];
  data: ProjectIndicators;
}

function fileOf(code: string, { indicators, data }: Props): { blob: Blob; name: string } {
  const lines = data.measurements.map(m => {
    const i = indicators.find(each => each.id === m.indicatorId);
    const value = data.values.find(v => v.indicatorId === m.indicatorId)?.value ?? null;
    const evidence = m.evidence.map(e => (e.file ? `${e.file.name} (versión ${e.file.version})` : e.url));
    return csvLine([
      ...[
        code,
        i?.name ?? '',
        kindLabel(i),
        i ? unitOf(i) : '',
        i?.baseline ?? null,
        i?.target ?? null,
        value,
      ],
      ...[m.day, m.value, m.numerator, m.denominator, m.note, MEASUREMENT_LABELS[m.state], m.reason ?? ''],
      ...[evidence.join('; '), m.author.name, m.submittedAt, m.decidedBy?.name ?? '', m.decidedAt ?? ''],
    ]);
  });
  return {
    blob: new Blob([CSV_MARK, csvLine(COLUMNS), ...lines], { type: 'text/csv' }),
    name: `mediciones-${code}.csv`,
  };
}

/** Every measurement on screen as a file for spreadsheets. */
export function MeasurementsFile(props: Props) {
  const { project } = useProject();
  const { saving, save } = useSaving();
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      mt="xs"
      loading={saving}
      onClick={() => void save(() => Promise.resolve(fileOf(project.code, props)))}
    >
      Descargar CSV
    </Button>
  );
}
