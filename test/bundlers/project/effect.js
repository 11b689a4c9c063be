import 'ubik-chat';
