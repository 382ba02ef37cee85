#include <microhttpd.h>

// libmicrohttpd's options and questions are variadic, which Swift cannot call; each has a typed wrapper here.

typedef size_t (*LongwaveUnescape)(void *context, struct MHD_Connection *connection, char *text);
typedef void *(*LongwaveTarget)(void *context, const char *target, struct MHD_Connection *connection);

/// One daemon over a socket that already listens. The logger comes first so that it hears of the other options. Not
/// strict: what the library would refuse then, in HTML or by hanging up, is refused by us in words.
static inline struct MHD_Daemon *longwave_mhd_start(
    int listenSocket, unsigned int connectionLimit, unsigned int idleSeconds, size_t memoryLimit,
    size_t memoryIncrement, MHD_LogCallback log, MHD_AcceptPolicyCallback admit, MHD_AccessHandlerCallback handle,
    MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback connection, LongwaveTarget target,
    LongwaveUnescape unescape, void *context)
{
    return MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, admit, context,
        handle, context, MHD_OPTION_EXTERNAL_LOGGER, log, context, MHD_OPTION_LISTEN_SOCKET, listenSocket,
        MHD_OPTION_CONNECTION_LIMIT, connectionLimit, MHD_OPTION_CONNECTION_TIMEOUT, idleSeconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, memoryLimit, MHD_OPTION_CONNECTION_MEMORY_INCREMENT, memoryIncrement,
        MHD_OPTION_NOTIFY_COMPLETED, completed, context, MHD_OPTION_NOTIFY_CONNECTION, connection, context,
        MHD_OPTION_URI_LOG_CALLBACK, target, context, MHD_OPTION_UNESCAPE_CALLBACK, unescape, context,
        MHD_OPTION_END);
}

static inline int longwave_mhd_socket(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

static inline const struct sockaddr *longwave_mhd_peer(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

static inline void *longwave_mhd_socket_context(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/// A renderer whose buffer is full may read nothing for minutes.
static inline void longwave_mhd_never_idle(struct MHD_Connection *connection)
{
    MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, 0u);
}
