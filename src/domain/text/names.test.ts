import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bareName, readableName, readablePerson } from './names.ts';

/** Every distinct programme of the register's file, spelled by hand. */
const PROGRAMMES: Readonly<Record<string, string>> = {
  'MEDICINA VETERINARIA': 'Medicina Veterinaria',
  MEDICINA: 'Medicina',
  'NUTRICION Y DIETETICA': 'Nutrición y Dietética',
  'OBSTETRICIA Y PUERICULTURA': 'Obstetricia y Puericultura',
  ODONTOLOGIA: 'Odontología',
  'PEDAGOGIA EN CIENCIAS NATURALES Y BIOLOGIA': 'Pedagogía en Ciencias Naturales y Biología',
  ASTRONOMIA: 'Astronomía',
  'EDUCACION GENERAL BASICA': 'Educación General Básica',
  'PEDAGOGIA EN EDUCACION MUSICAL': 'Pedagogía en Educación Musical',
  'PEDAGOGIA EN ESPAÑOL': 'Pedagogía en Español',
  'PEDAGOGIA EN FILOSOFIA': 'Pedagogía en Filosofía',
  'PEDAGOGIA EN HISTORIA Y GEOGRAFIA': 'Pedagogía en Historia y Geografía',
  DERECHO: 'Derecho',
  PERIODISMO: 'Periodismo',
  'INGENIERIA CIVIL-PLAN COMUN': 'Ingeniería Civil-Plan Común',
  'INGENIERIA CIVIL EN TELECOMUNICACIONES': 'Ingeniería Civil en Telecomunicaciones',
  PSICOLOGIA: 'Psicología',
  'QUIMICA Y FARMACIA': 'Química y Farmacia',
  SOCIOLOGIA: 'Sociología',
  'LICENCIATURA EN HISTORIA': 'Licenciatura en Historia',
  FONOAUDIOLOGIA: 'Fonoaudiología',
  'TRABAJO SOCIAL': 'Trabajo Social',
  'INGENIERIA CIVIL AEROESPACIAL': 'Ingeniería Civil Aeroespacial',
  'TECNOLOGIA MEDICA': 'Tecnología Médica',
  AGRONOMIA: 'Agronomía',
  'INGENIERIA CIVIL MATEMATICA': 'Ingeniería Civil Matemática',
  BIOINGENIERIA: 'Bioingeniería',
  GEOGRAFIA: 'Geografía',
  'INGENIERIA EN BIOTECNOLOGIA MARINA Y ACUICULTURA': 'Ingeniería en Biotecnología Marina y Acuicultura',
  'INGENIERIA ESTADISTICA': 'Ingeniería Estadística',
  KINESIOLOGIA: 'Kinesiología',
  'PEDAGOGIA EN INGLES': 'Pedagogía en Inglés',
  'TRADUCCION/INTERPRETACION EN IDIOMAS EXTRANJEROS': 'Traducción/Interpretación en Idiomas Extranjeros',
  ANTROPOLOGIA: 'Antropología',
  'INGENIERIA AMBIENTAL': 'Ingeniería Ambiental',
  'INGENIERIA CIVIL BIOMEDICA': 'Ingeniería Civil Biomédica',
  'PEDAGOGIA EN CIENCIAS NATURALES Y FISICA': 'Pedagogía en Ciencias Naturales y Física',
  'PEDAGOGIA EN CIENCIAS NATURALES Y QUIMICA': 'Pedagogía en Ciencias Naturales y Química',
  'ARTES VISUALES': 'Artes Visuales',
  'INGENIERIA EN BIOTECNOLOGIA VEGETAL': 'Ingeniería en Biotecnología Vegetal',
  'QUIMICO ANALISTA': 'Químico Analista',
  'PEDAGOGIA EN MATEMATICAS': 'Pedagogía en Matemáticas',
  'EDUCACION DIFERENCIAL': 'Educación Diferencial',
  'EDUCACION PARVULARIA': 'Educación Parvularia',
  ENFERMERIA: 'Enfermería',
  GEOFISICA: 'Geofísica',
  ARQUITECTURA: 'Arquitectura',
  'CIENCIAS FISICAS': 'Ciencias Físicas',
  'INGENIERIA EN CONSERVACION DE RECURSOS NATURALES': 'Ingeniería en Conservación de Recursos Naturales',
  GEOLOGIA: 'Geología',
  'INGENIERIA FORESTAL': 'Ingeniería Forestal',
  'INGENIERIA CIVIL': 'Ingeniería Civil',
  'INGENIERIA CIVIL ELECTRICA': 'Ingeniería Civil Eléctrica',
  'INGENIERIA CIVIL ELECTRONICA': 'Ingeniería Civil Electrónica',
  'INGENIERIA CIVIL INFORMATICA': 'Ingeniería Civil Informática',
  AUDITORIA: 'Auditoría',
  'PEDAGOGIA EN EDUCACION FISICA': 'Pedagogía en Educación Física',
  'INGENIERIA CIVIL INDUSTRIAL': 'Ingeniería Civil Industrial',
  'INGENIERIA CIVIL DE MINAS': 'Ingeniería Civil de Minas',
  'INGENIERIA CIVIL MECANICA': 'Ingeniería Civil Mecánica',
  'INGENIERIA CIVIL METALURGICA': 'Ingeniería Civil Metalúrgica',
  'INGENIERIA CIVIL QUIMICA': 'Ingeniería Civil Química',
  'INGENIERIA COMERCIAL': 'Ingeniería Comercial',
  'ADMINISTRACION PUBLICA Y CIENCIA POLITICA': 'Administración Pública y Ciencia Política',
  'BACHILLERATO EN HUMANIDADES': 'Bachillerato en Humanidades',
  'LICENCIATURA EN MATEMATICA': 'Licenciatura en Matemática',
  'PEDAGOGIA EN ARTES VISUALES': 'Pedagogía en Artes Visuales',
  'LICENCIATURA EN QUIMICA-QUIMICO': 'Licenciatura en Química-Químico',
  BIOLOGIA: 'Biología',
  TEATRO: 'Teatro',
  'BIOLOGIA MARINA': 'Biología Marina',
  BIOQUIMICA: 'Bioquímica',
  'INGENIERIA GEOMATICA': 'Ingeniería Geomática',
};

const PLACES: Readonly<Record<string, string>> = {
  'CASA CENTRAL': 'Casa Central',
  CONCEPCION: 'Concepción',
  'SEDE LOS ANGELES': 'Sede Los Ángeles',
  'LOS ANGELES': 'Los Ángeles',
};

/** Other names of the kind that Chilean registers hold. */
const OTHERS: Readonly<Record<string, string>> = {
  'TECNICO EN ENFERMERIA': 'Técnico en Enfermería',
  'INGENIERIA EN PREVENCION DE RIESGOS Y MEDIO AMBIENTE':
    'Ingeniería en Prevención de Riesgos y Medio Ambiente',
  'MAGISTER EN GESTION DE TECNOLOGIAS DE LA INFORMACION':
    'Magíster en Gestión de Tecnologías de la Información',
  'DOCTORADO EN CIENCIAS BIOLOGICAS AREA BIOLOGIA CELULAR Y MOLECULAR':
    'Doctorado en Ciencias Biológicas Área Biología Celular y Molecular',
  'PEDAGOGIA EN EDUCACION BASICA MENCION LENGUAJE Y COMUNICACION':
    'Pedagogía en Educación Básica mención Lenguaje y Comunicación',
  'DISEÑO GRAFICO': 'Diseño Gráfico',
  'DISENO INDUSTRIAL': 'Diseño Industrial',
  'LINGUISTICA APLICADA': 'Lingüística Aplicada',
  LINGÜISTICA: 'Lingüística',
  'EDUCACION INTERCULTURAL BILINGUE': 'Educación Intercultural Bilingüe',
  'CONTADOR PUBLICO Y AUDITOR': 'Contador Público y Auditor',
  'RELACIONES PUBLICAS': 'Relaciones Públicas',
  'INGENIERIA OCEANICA': 'Ingeniería Oceánica',
  AERONAUTICA: 'Aeronáutica',
  BIOETICA: 'Bioética',
  PSIQUIATRICA: 'Psiquiátrica',
  EOLICA: 'Eólica',
  'MATERIALES VOLTAICOS': 'Materiales Voltaicos',
  'QUIMICO FARMACEUTICO': 'Químico Farmacéutico',
  'TECNOLOGO MEDICO': 'Tecnólogo Médico',
  GEOGRAFO: 'Geógrafo',
  AGRONOMO: 'Agrónomo',
  'INGENIERIA AGRICOLA': 'Ingeniería Agrícola',
  'ACTIVIDADES AEREAS Y MARITIMAS': 'Actividades Aéreas y Marítimas',
  'ENERGIAS RENOVABLES': 'Energías Renovables',
  'MATERIAS PRIMAS': 'Materias Primas',
  'FERIA DE LAS BATERIAS': 'Feria de las Baterías',
  'RADIO Y TELEVISION': 'Radio y Televisión',
  'GESTION PUBLICA': 'Gestión Pública',
  'RELIGION Y FILOSOFIA': 'Religión y Filosofía',
  'EL NIÑO Y LA NIÑEZ': 'El Niño y la Niñez',
  'HISTORIA DEL ARTE II': 'Historia del Arte II',
  'CURSO VII DE QUIMICA': 'Curso VII de Química',
  'MBA EN LA USACH': 'MBA en la USACH',
  'INGENIERIA EN TI': 'Ingeniería en TI',
  'LIC. EN CIENCIAS JURIDICAS': 'Lic. en Ciencias Jurídicas',
  'EMPRESA S.A.': 'Empresa S.A.',
  'SEDE LA SERENA': 'Sede La Serena',
  'UNIVERSIDAD CATOLICA DE LA SANTISIMA CONCEPCION': 'Universidad Católica de la Santísima Concepción',
  "REGION DEL LIBERTADOR GENERAL BERNARDO O'HIGGINS": "Región del Libertador General Bernardo O'Higgins",
  'REGION DE LA ARAUCANIA': 'Región de La Araucanía',
  CHILLAN: 'Chillán',
  'VIÑA DEL MAR': 'Viña del Mar',
  CURICO: 'Curicó',
  ARICA: 'Arica',
  VILLARRICA: 'Villarrica',
  VALPARAISO: 'Valparaíso',
  'CIENCIAS DE LA SALUD': 'Ciencias de la Salud',
  'HACIA UNA EDUCACION PUBLICA': 'Hacia una Educación Pública',
  'TRABAJO SOCIAL (PLAN ESPECIAL)': 'Trabajo Social (Plan Especial)',
  'HISTORIA, GEOGRAFIA Y CIENCIAS SOCIALES': 'Historia, Geografía y Ciencias Sociales',
  'PLAN 2025 ESPECIAL': 'Plan 2025 Especial',
  'CIENCIA E INGENIERIA': 'Ciencia e Ingeniería',
  'LICEO OSCAR CASTRO ZUÑIGA': 'Liceo Óscar Castro Zúñiga',
  'COLEGIO SIMON BOLIVAR': 'Colegio Simón Bolívar',
};

const file = path.resolve(import.meta.dirname, '../../../test/fixtures/carreras-udec-2025.csv');
const rows = readFileSync(file, 'utf8')
  .trim()
  .split(/\r?\n/)
  .slice(1)
  .map(line => line.split(';'));
const distinct = (column: number) => [...new Set(rows.map(row => row[column] ?? ''))];

describe('readable names', () => {
  it('the file holds 84 programmes, nine names more than once', () => {
    expect(rows).toHaveLength(84);
    const counts = Map.groupBy(rows, row => row[1]);
    expect([...counts.values()].filter(group => group.length > 1)).toHaveLength(9);
  });
  it('covers every name of the file', () => {
    expect(distinct(1)).toEqual(Object.keys(PROGRAMMES));
    expect([...distinct(5), ...distinct(6)].sort()).toEqual(Object.keys(PLACES).sort());
  });
  it.each(Object.entries({ ...PROGRAMMES, ...PLACES, ...OTHERS }))('%s → %s', (raw, readable) => {
    expect(readableName(raw)).toBe(readable);
  });
  it.each(Object.values({ ...PROGRAMMES, ...OTHERS }))('leaves %s alone', readable => {
    expect(readableName(readable)).toBe(readable);
  });
  it('keeps accents already there and gives capitals their case', () => {
    expect(readableName('INGENIERÍA CIVIL QUÍMICA')).toBe('Ingeniería Civil Química');
    expect(readableName('INGENIERIA EN ÓPTICA')).toBe('Ingeniería en Óptica');
  });
  it('leaves text with lower-case letters alone', () => {
    expect(readableName('ingenieria EN TI')).toBe('ingenieria EN TI');
  });
  it('tidies spaces', () => {
    expect(readableName('  MEDICINA   VETERINARIA ')).toBe('Medicina Veterinaria');
    expect(readableName('')).toBe('');
  });
});

describe('names of people', () => {
  it.each([
    ['MC LEAN', 'McLean'],
    ['MCLEAN', 'McLean'],
    ['MAC IVER', 'Mac Iver'],
    ['MACAYA', 'Macaya'],
    ['ZUÑIGA', 'Zúñiga'],
    ['ZUNIGA', 'Zúñiga'],
    ['MUÑOZ', 'Muñoz'],
    ['NUÑEZ NUNEZ', 'Núñez Núñez'],
    ['PEREZ', 'Pérez'],
    ['GONZALEZ', 'González'],
    ['HUENUMAN', 'Huenuman'],
    ['HUENCHUMAN CATRILEO', 'Huenchuman Catrileo'],
    ['LLANCAMAN NAHUELPAN', 'Llancaman Nahuelpan'],
    ['QUILAQUEO ANTICO', 'Quilaqueo Antico'],
    ['NELSON LEYTON ANDERSON', 'Nelson Leyton Anderson'],
    ["D'ALENCON", "D'Alencon"],
    ["BERNARDO O'HIGGINS RIQUELME", "Bernardo O'Higgins Riquelme"],
    ['DE LA FUENTE', 'de la Fuente'],
    ['ANA DE LA FUENTE', 'Ana de la Fuente'],
    ['VON BAER', 'von Baer'],
    ['DEL RIO', 'del Río'],
    ['JOSE', 'José'],
    ['MARIA JOSE', 'María José'],
    ['ANDRES SEBASTIAN MARTIN', 'Andrés Sebastián Martín'],
    ['BELEN INES RAMON LEON', 'Belén Inés Ramón León'],
    ['DIAZ TIC NG', 'Díaz Tic Ng'],
    ['JESSICA MONICA FEDERICA', 'Jessica Mónica Federica'],
    ['NINA VIA SEGUN', 'Nina Via Segun'],
    ['JUAN E. SOTO Y GASSET', 'Juan E. Soto y Gasset'],
    ['GARCIA-HUIDOBRO', 'García-Huidobro'],
    ['PEREZ SOTO, ANA MARIA', 'Ana María Pérez Soto'],
    ['DEL RIO SOTO, DRA. ANA', 'Ana del Río Soto'],
    ['DRA. ANA PEREZ', 'Ana Pérez'],
    ['Prof. Dr. José Muñoz', 'José Muñoz'],
    ['Sra Ana Soto', 'Ana Soto'],
    ['Dr(a). Ana Soto', 'Ana Soto'],
    ['Ing. Soto', 'Soto'],
    ['Pérez Soto, Ana', 'Ana Pérez Soto'],
    ['Ana Pérez, PhD', 'Ana Pérez'],
    ['Drago Soto', 'Drago Soto'],
    ['Ingrid Mgaloblishvili', 'Ingrid Mgaloblishvili'],
    ['Doris Soto', 'Doris Soto'],
    ['Dra.', 'Dra.'],
    ['Ana, Luis, Pedro', 'Ana, Luis, Pedro'],
    ['ANA van Dyck', 'ANA van Dyck'],
    ['', ''],
  ])('%s → %s', (raw, readable) => {
    expect(readablePerson(raw)).toBe(readable);
  });
  it.each(['Ana María Pérez Soto', 'José del Río', "Luz D'Alencon"])('leaves %s alone', name => {
    expect([bareName(name), readablePerson(name)]).toEqual([name, name]);
  });
  it('what a person is found by keeps its letters', () => {
    expect(bareName('PEREZ SOTO,  PROF. ANA')).toBe('ANA PEREZ SOTO');
  });
});
