#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast that Swift does not import; both wrappers let SQLite copy what it is given.
static inline int longwave_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
    return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

static inline int longwave_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// sqlite3_db_config is variadic, which Swift cannot call. 1 keeps the log unfolded when the last connection closes.
static inline int longwave_keep_log_on_close(sqlite3 *connection, int keep) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep, (int *)0);
}
