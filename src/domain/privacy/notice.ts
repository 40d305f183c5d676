/**
 * The privacy notice as it is proposed to the office: what the application does today, in plain words. A new
 * installation starts with it (migration 0052, compared by a test); the office changes it as it needs.
 */
export const PROPOSED_NOTICE = [
  'Quién responde por tus datos: la oficina de Vinculación con el Medio de esta institución. Este aviso dice qué datos tuyos se guardan en esta plataforma, para qué, por cuánto tiempo y qué puedes pedir, según la Ley 19.628 sobre protección de los datos personales.',

  'Si tienes una cuenta: guardamos tu nombre, correo, roles, unidad y especialidad, para reconocerte y saber qué puedes ver y hacer. Guardamos también tus sesiones y qué cambiaste y cuándo, para cuidar la seguridad, y los avisos y correos que te enviamos, para comprobar que llegaron.',

  'Si participas en un proyecto, lo diriges, lo decides o lo evalúas: guardamos tu nombre, tu rol y lo que haces en él (propuestas, informes, gastos, evaluaciones, archivos y fotos), para gestionar el proyecto, rendir sus fondos y acreditar el trabajo. Si eres proveedor, guardamos lo que dicen los comprobantes: tu nombre, tu RUT y los montos.',

  'Si asistes a una actividad: pedimos tu nombre, tu RUT, otro documento o tu correo, y el grupo al que perteneces, para registrar que participaste, contar a las personas sin repetirlas y, si corresponde, darte un certificado. Se te anota solo si aceptas este aviso.',

  'Si respondes una encuesta: responder es voluntario. Para invitarte guardamos tu nombre y tu correo. En una encuesta anónima no se guarda nada que diga de quién es cada respuesta. En una con nombre, quien la hace ve tus respuestas con tu nombre, y el formulario te lo advierte antes.',

  'Si recibes un certificado: guardamos tu nombre, en qué participaste y cuándo. Quien tenga el código de tu certificado puede comprobar en una página pública que es auténtico y ver lo que dice. No hay un listado público de certificados.',

  'Si eres contacto de una organización: guardamos tu nombre, correo y teléfono, para coordinar proyectos y convenios.',

  'Páginas públicas: tu nombre aparece en la página de un proyecto que diriges solo si lo permites, y las fotos en que se reconoce a personas, solo con su autorización. El permiso se retira cuando quieras, y deja de mostrarse de inmediato.',

  'Datos sensibles: de grupos como pueblos originarios o personas con discapacidad solo anotamos cantidades por actividad, nunca en la ficha de una persona.',

  'Menores de edad: a quien tiene menos de 14 años no le pedimos datos. Se le cuenta sin nombre, o su madre, su padre o su tutor autoriza que se le anote.',

  'Por qué podemos usarlos: porque lo aceptas, en las listas de asistencia y en las páginas públicas; por tu contrato o tu participación en un proyecto; por obligaciones legales, como rendir fondos; y por el interés de la institución en hacer, evaluar y acreditar su trabajo con la comunidad.',

  'Cuánto tiempo: las listas de asistencia, las invitaciones a encuestas y las respuestas con nombre se eliminan cuando se cumple el plazo que fija la institución desde el término del proyecto o el cierre de la encuesta; después quedan solo cantidades. Los correos, los avisos leídos, las sesiones y las direcciones de red se eliminan también en plazos fijos. Lo que prueba qué se hizo y se decidió en un proyecto, y los certificados, se conservan con él.',

  'A quién se entregan: a nadie fuera de la institución, salvo lo que ve quien comprueba un certificado o visita una página pública, y lo que un organismo que fiscaliza o acredita pide según la ley. No los vendemos ni los usamos para publicidad.',

  'Tus derechos: puedes pedir acceso a tus datos, que se rectifiquen, que se supriman, oponerte a su uso, recibirlos en un archivo para llevarlos a otra parte (portabilidad) o que se bloqueen mientras se decide otra solicitud. También puedes retirar tu consentimiento. Es gratis, y te respondemos en treinta días corridos, que se pueden extender una vez por otros treinta.',

  'Cómo pedirlo: si tienes una cuenta, desde tu perfil. Si no, escribiendo a la oficina desde tu correo o presentando un documento, para saber que eres tú.',

  'Si no te respondemos o no estás de acuerdo con la respuesta, puedes reclamar ante la Agencia de Protección de Datos Personales.',
].join('\n\n');
