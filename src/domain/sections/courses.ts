import type { z } from 'zod';
import { integer, list, narrative, reference } from './field.ts';
import { section } from './section.ts';

export const courses = section({
  label: 'Cursos',
  help: 'Asignaturas en las que se hace el aprendizaje-servicio.',
  fields: {
    courses: list(
      'Cursos',
      'Curso',
      {
        offeringId: reference('offering', 'Curso, período y sección', { required: true }),
        serviceHours: integer('Horas de servicio', {
          max: 2000,
          help: 'Por estudiante, en todo el semestre.',
        }),
        learningOutcomes: narrative('Resultados de aprendizaje', { max: 3000 }),
        assessment: narrative('Evaluación del aprendizaje', {
          max: 2000,
          help: 'Cómo se evalúa lo que aprenden los estudiantes.',
        }),
        reflection: narrative('Momentos de reflexión', { max: 2000 }),
        product: narrative('Producto entregado', { max: 1000, help: 'Qué recibe el socio.' }),
      },
      { required: true, min: 1, max: 20 },
    ),
  },
  refine(data, fail) {
    const seen = new Set<string>();
    data.courses.forEach((course, n) => {
      if (course.offeringId && seen.has(course.offeringId))
        fail(`courses.${n}.offeringId`, 'Este curso ya está en el proyecto.');
      if (course.offeringId) seen.add(course.offeringId);
    });
  },
});
export type Courses = z.output<typeof courses.schema>;
