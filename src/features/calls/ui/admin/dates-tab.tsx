import { Stack, Title } from '@mantine/core';
import { isOpenCall } from '../../../../domain/calls/calls.ts';
import { DateField } from '../../../../web/form/dates/date-field.tsx';
import { InstantField } from '../../../../web/form/dates/instant-field.tsx';
import { SwitchField, TextField } from '../../../../web/form/fields.tsx';
import { NumberField } from '../../../../web/form/number-field.tsx';
import type { CallDetail } from '../../contract.ts';
import classes from './admin-call.module.css';

/** Names, dates and numbers. Times are those of Chile; what is fixed once open cannot be typed in. */
export function DatesTab({ call, frozen }: { call: CallDetail; frozen: boolean }) {
  return (
    <Stack gap="xl">
      <section aria-labelledby="call-name">
        <Title order={2} size="h4" id="call-name" mb="sm">
          Convocatoria
        </Title>
        <div className={classes.fields}>
          <TextField name="name" label="Nombre" disabled={frozen} />
          <NumberField name="year" label="Año" grouped={false} disabled={frozen} />
        </div>
      </section>
      <Dates call={call} frozen={frozen} />
      <Rules frozen={frozen} />
      <Results />
    </Stack>
  );
}

function Dates({ call, frozen }: { call: CallDetail; frozen: boolean }) {
  const closing = isOpenCall(call.state) ? 'Para moverlo usa «Ampliar plazo».' : 'Quedó fijo al abrir.';
  return (
    <section aria-labelledby="call-dates">
      <Title order={2} size="h4" id="call-dates" mb="sm">
        Fechas, en hora de Chile
      </Title>
      <div className={classes.fields}>
        <InstantField
          name="opensAt"
          label="Abre"
          time="09:00"
          disabled={frozen}
          description={frozen ? 'Quedó fijo al abrir.' : 'Se abre sola a esta hora si no le falta nada.'}
        />
        <InstantField
          name="closesAt"
          label="Cierra"
          disabled={frozen}
          description={frozen ? closing : 'Hasta este minuto se reciben propuestas.'}
        />
        <InstantField
          name="endorseUntil"
          label="Vistos buenos hasta"
          description="Hasta cuándo revisan Direcciones y Decanatos."
        />
        <InstantField
          name="evaluationUntil"
          label="Evaluación hasta"
          description="Plazo de quienes evalúan."
        />
        <InstantField
          name="resolutionAt"
          label="Resolución"
          description="Cuándo se conocen los resultados."
        />
        <DateField name="executionFrom" label="Ejecución desde" />
        <DateField name="executionTo" label="Ejecución hasta" />
        <DateField
          name="waitlistUntil"
          label="Lista de espera hasta"
          description="Vacía, termina al empezar la ejecución."
        />
      </div>
    </section>
  );
}

function Rules({ frozen }: { frozen: boolean }) {
  return (
    <section aria-labelledby="call-rules">
      <Title order={2} size="h4" id="call-rules" mb="sm">
        Reglas
      </Title>
      <div className={classes.fields}>
        <NumberField
          name="proposalsPerLead"
          label="Propuestas por responsable"
          description="Cuántas puede enviar una misma persona."
          disabled={frozen}
        />
        <NumberField
          name="correctionDays"
          label="Plazo para corregir"
          suffix=" días hábiles"
          description="Si se devuelve con observaciones."
          disabled={frozen}
        />
        <AppealRules frozen={frozen} />
        <EvaluationRules frozen={frozen} />
        <SwitchField
          name="blocksOverdue"
          label="Bloquear por informes atrasados"
          description="Quien tiene un informe atrasado no puede postular."
          disabled={frozen}
        />
      </div>
    </section>
  );
}

function AppealRules({ frozen }: { frozen: boolean }) {
  return (
    <>
      <NumberField
        name="appealDays"
        label="Plazo para apelar"
        suffix=" días hábiles"
        description="Desde el resultado; 0 si no hay apelación."
        disabled={frozen}
      />
      <NumberField
        name="answerDays"
        label="Plazo para responder apelaciones"
        suffix=" días hábiles"
        description="Los que tiene la oficina desde que llega cada una."
        disabled={frozen}
      />
    </>
  );
}

function EvaluationRules({ frozen }: { frozen: boolean }) {
  return (
    <>
      <NumberField
        name="reviews"
        label="Evaluaciones por propuesta"
        description="Quiénes evalúan cada una."
        disabled={frozen}
      />
      <NumberField
        name="invitationDays"
        label="Plazo para responder invitaciones"
        suffix=" días hábiles"
        description="Los que tiene quien recibe una invitación a evaluar."
        disabled={frozen}
      />
      <NumberField
        name="minimum"
        label="Puntaje mínimo"
        description="De 0 a 100: bajo él no se adjudica."
        disabled={frozen}
      />
      <NumberField
        name="gap"
        label="Diferencia que pide una tercera evaluación"
        description="En puntos, de 1 a 100."
        disabled={frozen}
      />
      <NumberField
        name="consensusDays"
        label="Plazo para un consenso antes de pedirla"
        suffix=" días hábiles"
        description="Quienes evaluaron leen la otra evaluación, sin nombres, y pueden revisar la suya. Con 0 se pide de inmediato."
        disabled={frozen}
      />
      <SwitchField
        name="blind"
        label="Evaluación a ciegas"
        description="Quien evalúa no ve personas ni unidades."
        disabled={frozen}
      />
    </>
  );
}

/** Changes at any time, also once the result is final. */
function Results() {
  return (
    <section aria-labelledby="call-results">
      <Title order={2} size="h4" id="call-results" mb="sm">
        Resultados
      </Title>
      <SwitchField
        name="publishesResults"
        label="Publicar la lista de resultados"
        description="Cuando el resultado es definitivo, cualquiera puede ver los proyectos adjudicados, sus montos y su unidad. No se publica quién no fue adjudicado."
      />
    </section>
  );
}
