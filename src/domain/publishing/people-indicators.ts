import { unitOf } from '../sections/indicator-values.ts';
import { figureWords } from '../sections/indicator-words.ts';
import { type Indicator, kindOfIndicator } from '../sections/indicators.ts';
import { plain } from '../text/plain.ts';
import { isSmallCount, publicCount } from './small-counts.ts';

/** Words for people, and for households, of whose few members one knows as much; singular and plural, without accents. */
const PEOPLE =
  /^(personas?|gente|publico|estudiantes?|estudiantado|alumn[oa]s?|alumnado|participantes?|asistentes?|beneficiari[oa]s?|usuari[oa]s?|pacientes?|inscrit[oa]s?|matriculad[oa]s?|capacitad[oa]s?|atendid[oa]s?|encuestad[oa]s?|nin[oa]s?|jovenes|joven|adolescentes?|mujer(es)?|hombres?|adult[oa]s?|lactantes?|vecin[oa]s?|habitantes?|residentes?|ciudadan[oa]s?|pobladores|pobladora?s?|docentes?|profesor(es|as?)?|academic[oa]s|investigador(es|as?)?|funcionari[oa]s?|titulad[oa]s?|egresad[oa]s?|ex-?alumn[oa]s?|ayudantes?|tesistas?|practicantes?|trabajador(es|as?)?|emprendedor(es|as?)?|productor(es|as?)?|agricultor(es|as?)?|pescador(es|as?)?|artesan[oa]s?|migrantes?|voluntari[oa]s?|integrantes?|miembros?|soci[oa]s|dirigent[ea]s?|lider(es|esas?)?|monitor(es|as?)?|cuidador(es|as?)?|apoderad[oa]s?|madres?|padres?|hij[oa]s?|familias?|hogar(es)?|profesional(es)?|expert[oa]s?|ponentes?|reclus[oa]s?|intern[oa]s)$/;
/** Units that are nobody, whatever the indicator's name says of whom they are for. */
const THINGS =
  /^(horas?|dias?|semanas?|meses|minutos?|talleres|taller|sesion(es)?|clases?|cursos?|actividad(es)?|eventos?|reuniones|reunion|charlas?|visitas?|documentos?|informes?|publicacion(es)?|articulos?|libros?|guias?|manuales|manual|productos?|prototipos?|videos?|puntos?|notas?|pesos|dolares|uf|kilos?|kg|toneladas?|litros?|metros?|m2|km|hectareas?|arboles|especies|convenios?|alianzas?|organizaciones|organizacion|instituciones|establecimientos?|escuelas?|colegios?|comunas?|atenciones|consultas?)$/;

const wordsOf = (text: string): string[] => plain(text).split(/[^\p{L}\p{N}-]+/u);

/** Whether the value of an indicator is a number of people, as far as its unit or its name tells. */
export function countsPeople(indicator: Partial<Indicator>): boolean {
  if (kindOfIndicator(indicator) !== 'number') return false;
  const unit = wordsOf(unitOf(indicator));
  if (unit.some(word => PEOPLE.test(word))) return true;
  return (
    !unit.some(word => THINGS.test(word)) && wordsOf(indicator.name ?? '').some(word => PEOPLE.test(word))
  );
}

/** A figure of an indicator that counts people, as anybody may read it: `<5 estudiantes`. */
export const peopleWords = (indicator: Partial<Indicator>, figure: number | null): string =>
  figure !== null && isSmallCount(figure)
    ? `${publicCount(figure)} ${unitOf(indicator)}`.trim()
    : figureWords(indicator, figure);
