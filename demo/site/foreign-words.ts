/**
 * Beginnings of German, French and Spanish words about the chat, and the English words for them. Other words are often the
 * same in English.
 */
const dictionary: readonly (readonly [RegExp, string])[] = [
  [/^(?:kost|preis|coût|prix|tarif|cuest|precio|gratis|gratuit|kostenlos)/, 'price'],
  [/^(?:instal|einricht|einbind|einbau|bind|integr|intégr|incrust|ajout|hinzufüg)/, 'install'],
  [/^(?:design|ausseh|gestalt|apparence|aspect|diseñ|estilo)/, 'theme'],
  [/^(?:farb|couleur|color)/, 'colour'],
  [/^(?:sprach|langue|idioma)/, 'language'],
  [/^(?:barrierefrei|accessib|accesib)/, 'accessible'],
  [/^(?:hochlad|téléverser|subir)/, 'upload'],
  [/^(?:datei|fichier|archivo|anhäng|pièce)/, 'file'],
  [/^(?:schlüssel|clé|clave)/, 'api key'],
  [/^(?:werkzeug|outil|herramienta)/, 'tool'],
  [/^(?:sicher|sécurit|segur)/, 'security'],
  [/^(?:datenschutz|confidentialit|privacidad|rgpd|dsgvo)/, 'privacy'],
  [/^(?:daten|donnée|datos)/, 'data'],
  [/^(?:uhrzeit|heure|hora)/, 'the time'],
  [/^(?:danke?$|dankesch|merci|gracias)/, 'thanks'],
  [/^(?:hilf|aide|ayud)/, 'help'],
  [/^(?:hallo|bonjour|bonsoir|salut|hola|buenos)/, 'hello'],
  [/^(?:navigateur|navegador|browser)/, 'supported browsers'],
  [/^(?:serv(?:eur|idor)|server|backend)/, 'own back end server'],
  [/^(?:nachricht|mensaje|message)/, 'message'],
  [/^(?:unterhaltung|gespräch|conversa)/, 'conversation'],
  [/^(?:speicher|enregistr|stock|guard)/, 'store'],
  [/^(?:ausblend|versteck|verberg|masquer|cacher|ocult)/, 'hide'],
  [/^(?:kopfzeile|en-tête|encabezado)/, 'header'],
  [/^(?:schaltfläche|knopf|bouton|bot[oó]n)/, 'button'],
  [/^(?:fehler|erreur|error)/, 'error'],
  [/^(?:test|prob|prueb)/, 'test'],
  [/^(?:verbindung|connexion|conexión|netz|réseau|red$)/, 'connection lost reconnect'],
  [/^(?:stopp|anhalt|arrêt|parar|detener)/, 'stop'],
  [/^(?:handy|mobil|móvil|téléphone|telefon|teléfono)/, 'mobile'],
  [/^(?:übersetz|traduc|traduir)/, 'translate labels language'],
  [/^(?:größe|taille|tamaño)/, 'size'],
  [/^(?:schnell|rapid|rápid)/, 'performance'],
  [/^(?:lizenz|licence|licencia)/, 'license'],
  [/^(?:schrift|police|fuente)/, 'font'],
  [/^(?:bild|image|imagen|foto)/, 'picture'],
  [/^(?:frage|question|pregunt)/, 'question'],
  [/^(?:nutzer|benutzer|anwender|utilisateur|usuario)/, 'user'],
  [/^(?:anmeld|connecter|sesión|abmeld)/, 'sign in'],
  [/^(?:eigen|propre|propi)/, 'own'],
  [/^(?:änder|ander|chang|cambi)/, 'change'],
  [/^(?:prozent|pourcent)/, 'percent'],
  [/^(?:ohne|sans|sin)$/, 'no'],
];

/** The English for a German, French or Spanish word in lower case; `undefined` for a word that is not listed. */
export const englishOf = (word: string): string | undefined =>
  dictionary.find(([beginning]) => beginning.test(word))?.[1];
