import type {AppLabels} from './en.js';

export const apps: AppLabels = {
  open: 'Abrir la aplicación',
  close: 'Cerrar la aplicación',
  skip: 'Omitir la aplicación',
  leave: 'Volver a los controles de la aplicación',
  loading: 'La aplicación se está cargando.',
  ready: 'La aplicación está lista.',
  endings: {
    finished: 'La aplicación está cerrada.',
    unloaded: 'No se pudo cargar la aplicación.',
    silent: 'La aplicación se cerró porque no se inició.',
    left: 'La aplicación se cerró porque intentó abrir otra página.',
    flooded: 'La aplicación se cerró porque envió demasiados mensajes.',
    restarted: 'La aplicación se cerró porque se reiniciaba continuamente.',
    intrusive: 'La aplicación se cerró porque tomaba continuamente el foco del teclado.',
  },
  title: name => `Aplicación: ${name}`,
  tool: name => `La aplicación quiere ejecutar ${name}.`,
  link: name => `La aplicación quiere abrir una página de ${name}.`,
  file: name => `La aplicación quiere guardar el archivo ${name}.`,
  hosts: 'Esta aplicación puede conectarse con otros servidores:',
  openLink: 'Abrir la página',
  save: 'Guardar el archivo',
  deny: 'Denegar',
  drafted: 'La aplicación escribió un borrador de tu mensaje.',
  added: 'La aplicación añadió datos a tu próximo mensaje.',
};
