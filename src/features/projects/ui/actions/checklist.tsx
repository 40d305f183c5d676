import { Checkbox, Text } from '@mantine/core';
import { useProject } from '../../../project-record/ui/project-context.tsx';

/** What the office makes sure of before a proposal is evaluated; the kind's required documents one by one. */
export function useRequirements(): string[] {
  const { project } = useProject();
  // The admissibility desk keeps the list of a call, and nothing is admitted before it is whole.
  if (project.call) return [];
  return [
    'La Ficha está completa y corresponde a este tipo de proyecto.',
    'El monto solicitado y el presupuesto cumplen las bases.',
    'Quien dirige el proyecto puede postular.',
    ...project.definition.documents
      .filter(d => d.required)
      .map(d => `Está el documento «${d.label}» y se puede leer.`),
  ];
}

interface ChecklistProps {
  checked: readonly string[];
  onChange: (checked: string[]) => void;
  error: string | undefined;
}

export function Checklist({ checked, onChange, error }: ChecklistProps) {
  const requirements = useRequirements();
  if (requirements.length === 0)
    return <Text size="sm">La lista de admisibilidad de la convocatoria está completa.</Text>;
  return (
    <Checkbox.Group
      label="Requisitos de admisibilidad"
      value={[...checked]}
      onChange={onChange}
      error={error}
      withAsterisk
    >
      {requirements.map(text => (
        <Checkbox key={text} value={text} label={text} mt="xs" />
      ))}
    </Checkbox.Group>
  );
}
