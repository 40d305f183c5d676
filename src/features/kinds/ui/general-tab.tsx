import { Select, Stack, Textarea, TextInput } from '@mantine/core';
import { CERTIFICATE_RULES } from '../../../domain/certificates/rules.ts';
import { CALL_RULES, KIND_ICONS, type KindDefinition } from '../../../domain/kinds/definition.ts';
import { Count, useEditing } from './editor.tsx';
import { KindIcon } from './kind-icon.tsx';
import { ProgressReports } from './progress-reports.tsx';

const ICON_LABELS: Record<KindDefinition['icon'], string> = {
  school: 'Birrete',
  'microphone-2': 'Micrófono',
  coin: 'Moneda',
  briefcase: 'Maletín',
  bulb: 'Ampolleta',
  'users-group': 'Grupo',
  'heart-handshake': 'Corazón',
  palette: 'Paleta',
  'plant-2': 'Planta',
  rocket: 'Cohete',
};

/** Words and look of a kind, and the days that are not those of a step. */
export function GeneralTab() {
  const { kind, edit, errorAt } = useEditing();
  return (
    <Stack gap="sm">
      <TextInput
        label="Nombre"
        withAsterisk
        value={kind.label}
        error={errorAt('label')}
        onChange={e => edit({ label: e.currentTarget.value })}
      />
      <TextInput
        label="Plural"
        withAsterisk
        value={kind.plural}
        error={errorAt('plural')}
        onChange={e => edit({ plural: e.currentTarget.value })}
      />
      <Textarea
        label="Descripción"
        autosize
        minRows={2}
        value={kind.help}
        error={errorAt('help')}
        onChange={e => edit({ help: e.currentTarget.value })}
      />
      <Select
        label="Ícono"
        data={KIND_ICONS.map(value => ({ value, label: ICON_LABELS[value] }))}
        leftSection={<KindIcon icon={kind.icon} />}
        value={kind.icon}
        allowDeselect={false}
        error={errorAt('icon')}
        onChange={icon => icon && edit({ icon: icon as KindDefinition['icon'] })}
      />
      <Select
        label="Convocatoria"
        data={CALL_RULES.map(({ value, label }) => ({ value, label }))}
        value={kind.call}
        allowDeselect={false}
        onChange={call => call && edit({ call: call as KindDefinition['call'] })}
      />
      <Certificates />
      <Count
        label="Plazo para responder observaciones"
        path="correctionDays"
        value={kind.correctionDays}
        suffix=" días hábiles"
        onChange={correctionDays => edit({ correctionDays })}
      />
      <ReportDays />
      <ProgressReports />
    </Stack>
  );
}

function Certificates() {
  const { kind, edit, errorAt } = useEditing();
  return (
    <Select
      label="Certificados"
      description="El equipo recibe los suyos cuando se acepta el informe final. Vale para los proyectos que empiecen con esta versión."
      data={CERTIFICATE_RULES.map(({ value, label }) => ({ value, label }))}
      // A draft of before certificates does not speak of them.
      value={kind.certificates ?? 'none'}
      allowDeselect={false}
      error={errorAt('certificates')}
      onChange={rule => rule && edit({ certificates: rule as KindDefinition['certificates'] })}
    />
  );
}

const REPORT_DAYS = [
  ['dueDays', 'Plazo para entregar el informe final'],
  ['directorDays', 'Informe final: revisión de Dirección'],
  ['officeDays', 'Informe final: revisión de la oficina'],
] as const;

function ReportDays() {
  const { kind, edit } = useEditing();
  const { finalReport } = kind;
  return REPORT_DAYS.map(([key, label]) => (
    <Count
      key={key}
      label={label}
      path={`finalReport.${key}`}
      value={finalReport[key]}
      suffix=" días hábiles"
      onChange={days => edit({ finalReport: { ...finalReport, [key]: days } })}
    />
  ));
}
