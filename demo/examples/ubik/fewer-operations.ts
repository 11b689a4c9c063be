// Registers the Ubik protocol for a server that has only the requests that it needs.

import {protocols} from 'ubik-chat';
import {ubik} from 'ubik-chat/core';

const {send, create, history} = ubik.operations;

protocols.register('small-ubik', {...ubik, operations: {send, create, history}});
