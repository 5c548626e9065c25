// SPDX-License-Identifier: MIT
// See replay_step.h. A position is its line's number; the record is folded anew for each that is
// shown, so that going back costs no memory.
#include "referee/record/replay_step.h"

#include "referee/record/replay.h"
#include "referee/record/sentence.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#define KEYS "space next, b back, r other round, g first, G last, q quit"

struct place {
    gsize line;
    unsigned round;
};

struct stepper {
    const char *text;
    gsize len;
    GArray *places; // struct place
    gsize at;       // index of the one that is shown
    bool legal;
    struct record_fault fault;
    struct drawing_style style;
    GString *screen;
};

// ---- positions ---------------------------------------------------------------------------------

static bool is(const char *line, gsize len, const char *word)
{
    const gsize n = strlen(word);
    return len > n && memcmp(line, word, n) == 0 && line[n] == ' ';
}

static bool is_deal_done(const struct game *game, const char *line, gsize len)
{
    return is(line, len, "deal") && game->stage == GAME_PLAY;
}

static void note_place(const struct game *game, gsize number, const char *line, gsize len,
                       void *data)
{
    static const char *const words[] = {"move", "discard", "seat-change", "winner", "cancelled"};
    struct stepper *stepper = data;
    bool shown = is_deal_done(game, line, len);
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++)
        shown = shown || is(line, len, words[i]);
    const struct place place = {number, game->table.round};
    if (shown)
        g_array_append_val(stepper->places, place);
}

static int rows_of_terminal(void)
{
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 ? size.ws_row : 24;
}

static char *tell(const struct game *game, const char *line, gsize len)
{
    if (is_deal_done(game, line, len))
        return g_strdup_printf("round %u is dealt", game->table.round);
    if (is(line, len, "winner"))
        return g_strdup("the game is over");
    g_autofree char *copy = g_strndup(line, len);
    char *sentence = sentence_of_line(copy);
    return sentence ? sentence : g_strdup("");
}

static void draw_place(const struct game *game, gsize number, const char *line, gsize len,
                       void *data)
{
    struct stepper *stepper = data;
    if (number != g_array_index(stepper->places, struct place, stepper->at).line)
        return;
    const bool last = stepper->at + 1 == stepper->places->len;
    g_autofree char *sentence = tell(game, line, len);
    g_autofree char *stops = g_strdup_printf("The record stops here: line %" G_GSIZE_FORMAT ": %s",
                                             stepper->fault.line, stepper->fault.reason);
    const struct replay_place place = {.at = stepper->at + 1,
                                       .count = stepper->places->len,
                                       .sentence = sentence,
                                       .is_move = is(line, len, "move"),
                                       .below = last && !stepper->legal ? stops : KEYS,
                                       .rows = rows_of_terminal()};
    replay_screen(game, &place, stepper->style, stepper->screen);
}

static void write_out(const char *bytes, gsize len)
{
    fwrite(bytes, 1, len, stdout);
    fflush(stdout);
}

// Over what was there: each line wiped to its end, then what is below.
static void show(struct stepper *stepper)
{
    struct game game;
    struct record_fault fault;
    g_string_truncate(stepper->screen, 0);
    const bool legal =
        record_replay(&game, stepper->text, stepper->len, draw_place, stepper, &fault);
    g_assert(legal == stepper->legal); // the same bytes as before
    game_clear(&game);
    g_auto(GStrv) lines = g_strsplit(stepper->screen->str, "\n", -1);
    g_autofree char *wiped = g_strjoinv("\033[K\n", lines);
    g_autofree char *all = g_strconcat("\033[H", wiped, "\033[J", NULL);
    write_out(all, strlen(all));
}

// ---- keys --------------------------------------------------------------------------------------

enum key { KEY_NONE, KEY_NEXT, KEY_BACK, KEY_FIRST, KEY_LAST, KEY_ROUND, KEY_QUIT };

static const struct {
    const char *bytes;
    enum key key;
} keys[] = {
    {" ", KEY_NEXT},       {"\r", KEY_NEXT},       {"\n", KEY_NEXT},      {"n", KEY_NEXT},
    {"j", KEY_NEXT},       {"l", KEY_NEXT},        {"\033[C", KEY_NEXT},  {"\033OC", KEY_NEXT},
    {"\033[B", KEY_NEXT},  {"\033OB", KEY_NEXT},   {"\033[6~", KEY_NEXT}, {"b", KEY_BACK},
    {"p", KEY_BACK},       {"k", KEY_BACK},        {"h", KEY_BACK},       {"\177", KEY_BACK},
    {"\b", KEY_BACK},      {"\033[D", KEY_BACK},   {"\033OD", KEY_BACK},  {"\033[A", KEY_BACK},
    {"\033OA", KEY_BACK},  {"\033[5~", KEY_BACK},  {"g", KEY_FIRST},      {"\033[H", KEY_FIRST},
    {"\033OH", KEY_FIRST}, {"\033[1~", KEY_FIRST}, {"G", KEY_LAST},       {"\033[F", KEY_LAST},
    {"\033OF", KEY_LAST},  {"\033[4~", KEY_LAST},  {"r", KEY_ROUND},      {"q", KEY_QUIT},
    {"Q", KEY_QUIT},       {"\033", KEY_QUIT},     {"\003", KEY_QUIT},    {"\004", KEY_QUIT},
};

// The length of the key at the start of some bytes: an escape takes its sequence along.
static gsize key_length(const char *bytes, gsize len)
{
    if (bytes[0] != '\033' || len < 2 || (bytes[1] != '[' && bytes[1] != 'O'))
        return 1;
    gsize n = 2;
    while (n < len && (g_ascii_isdigit(bytes[n]) || bytes[n] == ';'))
        n++;
    return MIN(n + 1, len);
}

static enum key key_of(const char *bytes, gsize len)
{
    for (gsize i = 0; i < G_N_ELEMENTS(keys); i++)
        if (strlen(keys[i].bytes) == len && memcmp(keys[i].bytes, bytes, len) == 0)
            return keys[i].key;
    return KEY_NONE;
}

static void other_round(struct stepper *stepper)
{
    const struct place *places = (const struct place *)(void *)stepper->places->data;
    const unsigned round = places[stepper->at].round;
    for (gsize i = 0; i < stepper->places->len; i++)
        if (places[i].round != round) {
            stepper->at = i;
            return;
        }
}

// False: enough.
static bool obey(struct stepper *stepper, enum key key)
{
    const gsize last = stepper->places->len - 1;
    switch (key) {
    case KEY_NEXT:
        stepper->at = MIN(stepper->at + 1, last);
        break;
    case KEY_BACK:
        stepper->at -= stepper->at > 0;
        break;
    case KEY_FIRST:
        stepper->at = 0;
        break;
    case KEY_LAST:
        stepper->at = last;
        break;
    case KEY_ROUND:
        other_round(stepper);
        break;
    case KEY_QUIT:
        return false;
    case KEY_NONE:
        break;
    }
    return true;
}

// ---- the terminal ------------------------------------------------------------------------------

static volatile sig_atomic_t ended_by; // the signal that is to end us
static struct termios before;

static void note_signal(int number)
{
    if (number != SIGWINCH && number != SIGCONT)
        ended_by = number;
}

static void take_terminal(void)
{
    struct termios raw = before;
    raw.c_lflag &= (tcflag_t) ~(ICANON | ECHO | ISIG);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw);
}

// The other screen, without a cursor; and back.
static void enter(void)
{
    static const char codes[] = "\033[?1049h\033[?25l";
    tcgetattr(STDIN_FILENO, &before);
    take_terminal();
    write_out(codes, strlen(codes));
}

static void leave(void)
{
    static const char codes[] = "\033[?25h\033[?1049l";
    write_out(codes, strlen(codes));
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
}

// All keys that have arrived. False: enough.
static bool read_keys(struct stepper *stepper)
{
    char bytes[256];
    const ssize_t n = read(STDIN_FILENO, bytes, sizeof bytes);
    if (n <= 0)
        return n < 0 && ended_by == 0;
    for (gsize at = 0; at < (gsize)n;) {
        const gsize len = key_length(bytes + at, (gsize)n - at);
        if (!obey(stepper, key_of(bytes + at, len)))
            return false;
        at += len;
    }
    return true;
}

// Signals come in only while we wait: none is missed, and none comes amiss.
static void walk(struct stepper *stepper, const sigset_t *open)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    bool more = true;
    while (more && !ended_by) {
        show(stepper);
        const int ready = ppoll(&input, 1, NULL, open);
        if (ready > 0)
            more = read_keys(stepper);
        else if (!ended_by)
            take_terminal(); // another size, or back from a stop: draw anew
    }
}

static void walk_guarded(struct stepper *stepper)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGCONT};
    struct sigaction old[G_N_ELEMENTS(numbers)];
    struct sigaction ours = {.sa_handler = note_signal};
    sigset_t shut;
    sigset_t open;
    sigemptyset(&shut);
    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++)
        sigaddset(&shut, numbers[i]);
    sigprocmask(SIG_BLOCK, &shut, &open);
    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++)
        sigaction(numbers[i], &ours, &old[i]);
    enter();
    walk(stepper, &open);
    leave();
    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++)
        sigaction(numbers[i], &old[i], NULL);
    sigprocmask(SIG_SETMASK, &open, NULL);
    if (ended_by)
        raise(ended_by);
}

bool replay_step_can(void)
{
    const char *term = g_getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term && *term &&
           strcmp(term, "dumb") != 0;
}

bool replay_step(const char *text, gsize len, struct record_fault *out_fault)
{
    struct game game;
    struct stepper stepper = {.text = text,
                              .len = len,
                              .places = g_array_new(FALSE, FALSE, sizeof(struct place)),
                              .style = drawing_style_here(),
                              .screen = g_string_new(NULL)};
    stepper.legal = record_replay(&game, text, len, note_place, &stepper, &stepper.fault);
    game_clear(&game);
    if (stepper.places->len > 0)
        walk_guarded(&stepper);
    *out_fault = stepper.fault;
    g_array_unref(stepper.places);
    g_string_free(stepper.screen, TRUE);
    return stepper.legal;
}
